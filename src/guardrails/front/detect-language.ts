import { eld } from 'eld/small';
import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import type { Language } from '../../domain/language.ts';

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

/** Words that hold sentences together in the languages most met besides Galen's two; English medical terms have none of them. */
const FOREIGN_WORDS = new Set(
  (
    'el los las una que con para por son cuales como es del puedo tengo debo le les une dans pour est sont quels quelle avec puis je mon ' +
    'der das und ist bei mit welche wie kann ich ein eine nicht sind il gli che per della sono quali posso um os em quais posso nao sao ' +
    'het een niet wat voor zijn apa yang dan untuk dengan bagaimana saya jest jak czy nie sie na ano ang mga ng och att hvad ve bir icin'
  ).split(' '),
);
const MIN_FOREIGN_WORDS = 2;
const MIN_OTHER_SCRIPT_SHARE = 0.5;
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u;

/** Words that only an English request is held together by. */
const ENGLISH_WORDS = new Set(
  'the of for is are was what which who why when with and her his does should could please check show find open prescribe add save patient chart labs'.split(
    ' ',
  ),
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
  const words = foldDiacritics(text.toLowerCase()).match(/[a-z]+/g) ?? [];
  if (words.filter((word) => FOREIGN_WORDS.has(word)).length < MIN_FOREIGN_WORDS) return false;
  const heard = eld.detect(text);
  return heard.isReliable() && heard.language !== 'en' && heard.language !== 'vi' && heard.language !== '';
}
