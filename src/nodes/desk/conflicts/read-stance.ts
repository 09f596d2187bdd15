/** Whether something is demanded, left open, allowed, forbidden, or just said, or denied. */
export type Stance = 'must' | 'optional' | 'may' | 'must-not' | 'says' | 'denies';

/** The most telling first: "must not" is no "must", "need not" no "must not". */
const STANCES: readonly (readonly [Stance, RegExp])[] = [
  [
    'optional',
    /\b(?:optional|voluntary|(?:not|n['’]t|n't) (?:required|compulsory|mandatory|necessary|have to|need to|obliged)|if (?:they|you) (?:wish|like|want)|need not|no need|exempt(?:ed)?(?: from)?|waived|recommended|advised|should(?! (?:not|never)\b|n)|at (?:their|your) discretion)\b|(?<!\p{L})(?:không bắt buộc|không nhất thiết|tùy chọn|tuỳ chọn|tùy ý|tự nguyện|nếu muốn|nếu có nhu cầu|không phải|không cần|được miễn|khuyến khích|khuyến nghị|nên)(?!\p{L}| phí)/iu,
  ],
  [
    'must-not',
    /\b(?:must|may|shall|should|can) (?:not|never)\b|\b(?:cannot|nobody|no one|no (?:staff|employee|visitor|person))\b|\b(?:can|must|may|should)n['’]t\b|\b(?:forbidden|prohibited|banned|not (?:be )?(?:allowed|permitted|entitled)|n['’]t (?:allowed|permitted))\b|(?<!\p{L})(?:không (?:được|cho phép|cho|có quyền)|nghiêm cấm|bị cấm|cấm|tuyệt đối không|chưa được)(?!\p{L})/iu,
  ],
  ['denies', /\b(?:no|not|never|neither|without)\b|n['’]t\b|(?<!\p{L})(?:không|chưa|chẳng)(?!\p{L})/iu],
  [
    'must',
    /\b(?:must|required?|compulsory|mandatory|obligatory|obliged|ha(?:s|ve) to|shall|needs? to|needs)\b|(?<!\p{L})(?:phải|bắt buộc|cần phải|cần|có trách nhiệm)(?!\p{L})/iu,
  ],
  [
    'may',
    /\b(?:may|can|allowed|permitted|allows|entitled|free to|welcome)\b|(?<!\p{L})(?:có thể|được phép|được|cho phép|cho|có quyền)(?!\p{L})/iu,
  ],
];

/** A limit denies nothing, nor does the name of a case: what is beyond it is another matter. */
const NO_DENIAL =
  /(?<!\p{L})(?:không quá|không vượt quá|không hơn|không ít hơn|không dưới|không muộn hơn|chậm nhất|must not exceed|may not exceed|not exceed(?:ing)?|no more than|not more than|no later than|not later than|no fewer than|no less than|not less than|hay không|nếu không(?: được)?|trừ khi không|không lương|không hoạt động|không xác định|bất khả kháng|chưa (?:dùng|lấy|nhận|đủ|duyệt|sử dụng)|compulsory insurance|bảo hiểm bắt buộc|that (?:was|were) not|which (?:was|were) not|who (?:do|does|did) not)(?!\p{L})/giu;

export function readStance(sentence: string): Stance {
  const plain = sentence.replace(NO_DENIAL, ' ');
  return STANCES.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'says';
}

/** How two stances on one thing are at odds, if they are. */
export function stanceConflict(a: Stance, b: Stance): 'modality' | 'negation' | null {
  const pair = new Set([a, b]);
  const isNo = (stance: Stance) => stance === 'must-not' || stance === 'denies';
  // What is forbidden and what is not done agree; so do what is left open and what is allowed, or not done.
  if (pair.size === 1 || (isNo(a) && isNo(b))) return null;
  if (pair.has('must-not')) return 'negation';
  if (pair.has('denies')) return pair.has('optional') ? null : 'negation';
  if (pair.has('optional')) return pair.has('must') ? 'modality' : null;
  return pair.has('must') && pair.has('may') ? 'modality' : null;
}
