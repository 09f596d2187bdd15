import { eld } from 'eld/small';
import { foldDiacritics } from '../domain/fold-diacritics.ts';
import type { Language } from '../domain/language.ts';

/** Letters that only Vietnamese uses among the languages Galen meets. */
const VIETNAMESE_LETTERS = /[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/iu;

/** Frequent syllables as typed without marks, less those that are English words too; two of them make a text Vietnamese. */
const UNMARKED_SYLLABLES = new Set(
  (
    'benh cua khong duoc nguoi thuoc uong nhu nao trieu chung dieu tri tac dung phu dau toi bac cho tre bao ' +
    'nhieu tieu duong huyet sot viem phoi thai ky bau nen lam chua phong ngua gi va voi nguc kho tho suyen phe ' +
    'quan lieu bi em mau gan ap ung thu nhiem trung kham cach nguyen nhan hieu chay rang sau cao la mot cac ' +
    'nhung hoac trong tuoi giam thuong nguy phai sao ngu co xuat dai thao nghien cuu'
  ).split(' '),
);
const MIN_UNMARKED_SHARE = 0.3;

/** The language to answer in; anything that is not Vietnamese is answered in English. */
export function detectLanguage(text: string): Language {
  if (VIETNAMESE_LETTERS.test(text.normalize('NFC'))) return 'vi';
  const words = foldDiacritics(text.toLowerCase()).match(/[a-z]+/g) ?? [];
  const unmarked = words.filter((word) => UNMARKED_SYLLABLES.has(word)).length;
  if (unmarked >= 2 && unmarked / words.length >= MIN_UNMARKED_SHARE) return 'vi';
  // On its own the detector takes many a short medical term for Vietnamese.
  return unmarked >= 1 && eld.detect(text).language === 'vi' ? 'vi' : 'en';
}
