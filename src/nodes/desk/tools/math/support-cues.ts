/** What someone pays once another has paid a part. */
export const AFTER_SUPPORT =
  /(?:sau khi|đã) .{0,120}hỗ trợ|\bafter .{0,120}(?:contribution|subsidy|support)(?!s)/iu;
export const SUPPORT = /hỗ trợ|contribut|subsid/iu;
