/** What someone pays once another has paid a part. */
export const AFTER_SUPPORT = /(?:sau khi|đã) .*hỗ trợ|\bafter .*(?:contribution|subsidy|support)(?!s)/iu;
export const SUPPORT = /hỗ trợ|contribut|subsid/iu;
