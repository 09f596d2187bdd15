/** Whether something is demanded, allowed, forbidden, or just said, or denied. */
export type Stance = 'must' | 'may' | 'must-not' | 'says' | 'denies';

/** The most telling first: "must not" is no "must". */
const STANCES: readonly (readonly [Stance, RegExp])[] = [
  [
    'must-not',
    /\b(?:must|may|shall|should|can) not\b|\bcannot\b|\b(?:forbidden|prohibited|banned|not (?:allowed|permitted))\b|(?<!\p{L})(?:không (?:được|cho phép|cho)|nghiêm cấm|cấm|tuyệt đối không)(?!\p{L})/iu,
  ],
  [
    'may',
    /\b(?:optional|not (?:required|compulsory|mandatory|necessary)|if they wish|need not)\b|(?<!\p{L})(?:không bắt buộc|tùy chọn|không phải|không cần)(?!\p{L})/iu,
  ],
  [
    'denies',
    /\b(?:no|not|never|does not|do not|is not|are not|without)\b|(?<!\p{L})(?:không|chưa)(?!\p{L})/iu,
  ],
  [
    'must',
    /\b(?:must|required|compulsory|mandatory|obligatory|has to|have to|shall)\b|(?<!\p{L})(?:phải|bắt buộc|cần phải)(?!\p{L})/iu,
  ],
  [
    'may',
    /\b(?:may|can|allowed|permitted|allows)\b|(?<!\p{L})(?:có thể|được phép|được|cho phép|cho)(?!\p{L})/iu,
  ],
];

/** A limit denies nothing: what is beyond it is another matter. */
const LIMIT =
  /(?<!\p{L})(?:không quá|must not exceed|may not exceed|no more than|not more than|hay không)(?!\p{L})/giu;

export function readStance(sentence: string): Stance {
  const plain = sentence.replace(LIMIT, ' ');
  return STANCES.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'says';
}

/** How two stances on one thing are at odds, if they are. */
export function stanceConflict(a: Stance, b: Stance): 'modality' | 'negation' | null {
  const pair = new Set([a, b]);
  if (pair.size === 1) return null;
  if (pair.has('must-not')) return 'negation';
  if (pair.has('denies')) return 'negation';
  return pair.has('must') && pair.has('may') ? 'modality' : null;
}
