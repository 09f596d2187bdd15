import { eld } from 'eld/small';
import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { VIETNAMESE_SYLLABLE } from './pii/known-names.ts';

/** Letters that only Vietnamese uses among the languages Galen meets. */
const VIETNAMESE_LETTERS = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** Frequent syllables as typed without marks, less those that are English words too; two of them make a text Vietnamese. */
const UNMARKED_SYLLABLES = new Set(
  (
    'benh cua khong duoc nguoi thuoc uong nhu nao trieu chung dieu tri tac dung phu dau toi bac cho tre bao ' +
    'nhieu tieu duong huyet sot viem phoi thai ky bau nen lam chua phong ngua gi va voi nguc kho tho suyen phe ' +
    'quan lieu bi em mau gan ap ung thu nhiem trung kham cach nguyen nhan hieu chay rang sau cao la mot cac ' +
    'nhung hoac trong tuoi giam thuong nguy phai sao ngu co xuat dai thao nghien cuu xin chao'
  ).split(' '),
);
const MIN_UNMARKED_SHARE = 0.3;

/** Fewer words are a list of terms: Latin and Greek are heard in them. */
const MIN_FOREIGN_WORDS = 5;
const PLAIN_WORD = /(?<![\p{L}\p{N}])\p{L}\p{Ll}+(?![\p{L}\p{N}])/gu;
/** So many words of one syllable make a text Vietnamese, typed without marks. */
const MIN_SYLLABLE_SHARE = 0.6;
/** Medical terms sound like Latin tongues and like English alike. */
const MAX_ENGLISH_SHARE = 0.75;
const MIN_OTHER_SCRIPT_SHARE = 0.5;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;

/** Words that hold English sentences together. */
const ENGLISH_WORDS = new Set(
  (
    'the of for is are was what which who why when with and her his does should could please check show find open prescribe ' +
    'add save patient chart labs you your this that how have has been from before after'
  ).split(' '),
);

/** The language to answer in; anything that is not Vietnamese is answered in English. */
export function detectLanguage(text: string): Language {
  const marked = (text.normalize('NFC').match(/\p{L}+/gu) ?? []).filter((word) =>
    VIETNAMESE_LETTERS.test(word),
  );
  // In English words, Vietnamese letters that all begin with a capital are somebody's name.
  const areNames = marked.every((word) => /^\p{Lu}\p{Ll}/u.test(word));
  if (marked.length > 0) return areNames && isInEnglishWords(text) ? 'en' : 'vi';
  const words = foldDiacritics(text.toLowerCase()).match(/[a-z]+/g) ?? [];
  const unmarked = words.filter((word) => UNMARKED_SYLLABLES.has(word)).length;
  if (unmarked >= 2 && unmarked / words.length >= MIN_UNMARKED_SHARE) return 'vi';
  // On its own the detector takes many a short medical term for Vietnamese.
  return unmarked >= 1 && eld.detect(text).language === 'vi' ? 'vi' : 'en';
}

function isInEnglishWords(text: string): boolean {
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => ENGLISH_WORDS.has(word));
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
