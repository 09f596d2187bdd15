import { drugNamesIn } from '../../domain/drug-names.ts';
import type { Language } from '../../domain/language.ts';
import type { Memory } from '../../domain/memory.ts';
import { conditionsIn } from './conditions-in.ts';

/** Asked for oneself: only then does what one told before belong to it. */
const PERSONAL: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:I|me|my|I'm|I've)\b/u,
  vi: /(?<!\p{L})(?:tôi|mình|em|cháu|toi|minh)(?!\p{L})/iu,
};
const ASKS_FOR_A_DRUG =
  /\b(?:antibiotics?|medicines?|medications?|drugs?|tablets?|pills?|painkillers?|vaccines?)\b|(?<!\p{L})(?:thuốc|kháng sinh|vắc xin|vaccine)(?!\p{L})/iu;

export interface AppliedMemories {
  question: string;
  used: Memory[];
}

/** The question with what the asker told of themselves, where it is asked for oneself and names no condition itself. */
export function applyMemories(
  question: string,
  memories: readonly Memory[],
  language: Language,
): AppliedMemories {
  if (!PERSONAL[language].test(question)) return { question, used: [] };
  const namesItself = conditionsIn(question, language).length > 0 || drugNamesIn(question).length > 0;
  const used = memories.filter(({ kind }) => {
    if (kind === 'condition') return !namesItself;
    return kind === 'allergy' && ASKS_FOR_A_DRUG.test(question);
  });
  if (used.length === 0) return { question, used };
  const told = used.map(({ kind, text }) => (kind === 'allergy' ? ALLERGY[language](text) : text));
  return { question: `${question} (${told.join(', ')})`, used };
}

const ALLERGY: Readonly<Record<Language, (text: string) => string>> = {
  en: (text) => `allergy to ${text}`,
  vi: (text) => `dị ứng ${text}`,
};
