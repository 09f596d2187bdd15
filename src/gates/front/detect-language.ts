import { eld } from 'eld/small';
import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readWordLists } from '../../language/read-lexicon.ts';
import { VIETNAMESE_SYLLABLE } from './pii/known-names.ts';

/** Letters that only Vietnamese uses among the languages Galen meets. */
const VIETNAMESE_LETTERS = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** `en`: words that hold English sentences together. `en_syllable`: English words that could be a Vietnamese syllable without its marks. */
const telling = once(() => readWordLists('gates/language-words', 'word', ['en', 'en_syllable']));
/** A word alone may be a name or an abbreviation. */
const MIN_SYLLABLES = 2;
/** So many words of one syllable, and no English ones, make a text Vietnamese typed without marks. */
const MIN_UNMARKED_SHARE = 0.5;

/** Fewer words are a list of terms: Latin and Greek are heard in them. */
const MIN_FOREIGN_WORDS = 5;
const PLAIN_WORD = /(?<![\p{L}\p{N}])\p{L}\p{Ll}+(?![\p{L}\p{N}])/gu;
/** So many words of one syllable make a text Vietnamese, typed without marks. */
const MIN_SYLLABLE_SHARE = 0.6;
/** Medical terms sound like Latin tongues and like English alike. */
const MAX_ENGLISH_SHARE = 0.75;
const MIN_OTHER_SCRIPT_SHARE = 0.5;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;

/** The language to answer in; anything that is not Vietnamese is answered in English. */
export function detectLanguage(text: string): Language {
  const marked = (text.normalize('NFC').match(/\p{L}+/gu) ?? []).filter((word) =>
    VIETNAMESE_LETTERS.test(word),
  );
  // In English words, Vietnamese letters that all begin with a capital are somebody's name.
  const areNames = marked.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
  if (marked.length > 0) return areNames && isInEnglishWords(text) ? 'en' : 'vi';
  // Capitals within a text are somebody's name, or a place's.
  const words = (foldDiacritics(text).match(/[a-z]{2,}/giu) ?? [])
    .filter((word, i) => i === 0 || !/^[A-Z][a-z]/u.test(word))
    .map((word) => word.toLowerCase());
  const { en, en_syllable } = telling();
  const syllables = words.filter(
    (word) => VIETNAMESE_SYLLABLE.test(word) && !en.has(word) && !en_syllable.has(word),
  ).length;
  return syllables >= MIN_SYLLABLES && syllables / words.length >= MIN_UNMARKED_SHARE ? 'vi' : 'en';
}

function isInEnglishWords(text: string): boolean {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => telling().en.has(word));
}

/** Whether a text is in neither English nor Vietnamese. In doubt it is in one of them: the answer then needs no note. */
export function isOtherLanguage(text: string, detected: Language = detectLanguage(text)): boolean {
  if (detected === 'vi') return false;
  if (OTHER_LETTER.test(text)) {
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
    if ((letters - latin) / letters >= MIN_OTHER_SCRIPT_SHARE) return true;
  }
  // On its own the detector takes many an English list of terms for another language.
  const words = foldDiacritics(text).match(PLAIN_WORD) ?? [];
  if (words.length < MIN_FOREIGN_WORDS || isInEnglishWords(text)) return false;
  const syllables = words.filter((word) => VIETNAMESE_SYLLABLE.test(word.toLowerCase())).length;
  if (syllables / words.length >= MIN_SYLLABLE_SHARE) return false;
  const heard = eld.detect(text);
  if (!heard.isReliable() || heard.language === 'en' || heard.language === 'vi') return false;
  const { en = 0, [heard.language]: best = 0 } = heard.getScores();
  return en < MAX_ENGLISH_SHARE * best;
}
