import { REASON_LINKS, REASONS } from './order-fillers.ts';
import type { OrderText } from './order-text.ts';

const MAX_WORDS = 7;
/** Endings that only diseases have. */
const DISEASE = /(?:itis|iasis|osis|a?emia|algia|opathy|uria|rrho?ea|sclerosis)$/u;

/** Takes out of an order what it is for: only words for what drugs are for, as other words may name a person. */
export function takeReason(order: OrderText): string {
  const rest = order.rest();
  for (const tie of rest.matchAll(/\b(?:for|to treat|de dieu tri|dieu tri|vi|do|tri)\s/gu)) {
    const from = tie.index + tie[0].length;
    let [cursor, end] = [from, from];
    for (const word of [...rest.slice(from, from + 80).matchAll(/[a-z0-9'-]+/gu)].slice(0, MAX_WORDS)) {
      const isReason = REASONS.has(word[0]) || DISEASE.test(word[0]);
      const isBeside = /^\s*$/u.test(rest.slice(cursor, from + word.index));
      if (!isBeside || !(isReason || REASON_LINKS.has(word[0]))) break;
      cursor = from + word.index + word[0].length;
      if (isReason) end = cursor;
    }
    if (end > from) {
      const { text } = order.takeSpan(tie.index, end);
      return text.slice(tie[0].length).replace(/^(?:the|an?|his|her)\s/iu, '');
    }
  }
  return '';
}
