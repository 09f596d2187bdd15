import snowball from 'snowball-stemmers';
import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../fold-diacritics.ts';

/** Changes whenever the same text would give other terms: an index made by another version must be rebuilt. */
export const ANALYZER_VERSION = '3';

/** Joins the two syllables of a pair with a letter: the database's parser splits at every other sign. */
export const PAIR_JOINT = 'x';

/** Longer than any word: sequences, keys, noise. An index has no room for them. */
const MAX_WORD_LENGTH = 64;

const WORD = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{N}]+/gu;

const stemmer = snowball.newStemmer('english');
const STEMS = new Map<string, string>();
const MAX_REMEMBERED_STEMS = 50_000;

/** The searchable terms of a text, in order, repeats kept. One code for documents and for queries. */
export function analyzeText(text: string, language: Language): string[] {
  const words = wordsOf(text);
  return language === 'vi' ? vietnameseTerms(words) : englishTerms(words);
}

function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').toLowerCase().match(WORD) ?? [];
  return words.filter((word) => word.length <= MAX_WORD_LENGTH).map((word) => word.replace(/[.,]/g, 'p'));
}

function englishTerms(words: readonly string[]): string[] {
  return words.filter((word) => !STOP_WORDS.en.has(word)).map((word) => stem(foldDiacritics(word)));
}

/**
 * Syllables with their marks and without them, and pairs without: most Vietnamese words are two syllables,
 * and many people type without marks.
 */
function vietnameseTerms(words: readonly string[]): string[] {
  const isUnmarked = words.every((word) => foldDiacritics(word) === word);
  const stopWords = isUnmarked ? UNMARKED_STOP_WORDS : STOP_WORDS.vi;
  const terms: string[] = [];
  let previous: string | null = null;
  for (const word of words) {
    if (stopWords.has(word)) {
      previous = null;
      continue;
    }
    const folded = foldDiacritics(word);
    terms.push(word);
    if (folded !== word) terms.push(folded);
    if (previous !== null) terms.push(previous + PAIR_JOINT + folded);
    previous = folded;
  }
  return terms;
}

function stem(word: string): string {
  const known = STEMS.get(word);
  if (known !== undefined) return known;
  const stemmed = stemmer.stem(word);
  if (STEMS.size >= MAX_REMEMBERED_STEMS) STEMS.clear();
  STEMS.set(word, stemmed);
  return stemmed;
}

/** Words that carry no subject, so they neither match nor count as unmatched. */
export const STOP_WORDS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(`a about above after again against all also am an and any are as at away be because been before being
    below between both but by can cannot could did do does doing down during each even ever feel feels few for from
    further get gets getting give going got had has have happen happens having he her here hers him his how i if in
    into is it its itself just know let like many may me might more most much must my need no nor not now of off ok
    okay old on once only or other our out over own please really same shall see seeing she should so some still such
    tell than that the their them then there these they thing things this those through to too under until up use used
    using versus very vs was we were what when where which while who whom why will with would yes yet you your explain
    describe s t don doesn isn aren didn ve ll re m`),
  vi: wordSet(`à ạ ai anh bao bạn bằng bên bị bởi các cả cái càng cho chị chỉ chúng có cô còn của cùng cũng dạ đã đang
    đây để đến đều đi đó được em gì hay hãy hơn khi không là lại làm lên loại lúc mà mấy mình mỗi một nào nên nếu ngay
    nhé nhiêu như nhưng những này nữa ở phải qua ra rằng rất rồi sao sau sẽ tại thế theo thì tôi tới trên trong trước
    từ và vào vậy về vì với vẫn xin hỏi giúp biết nêu cần`),
};

/** Vietnamese ones as typed without marks, less those that would then also hide a subject (sau: sâu răng, da, tai). */
const UNMARKED_STOP_WORDS = wordSet(`a ai anh ban bang bi boi cac cai cang chi cho chung co cua cung dang day
  deu do duoc em gi giup hay khi khong la len loai luc ma may minh moi mot nao nay nen neu ngay nhe nhieu nhu nhung o phai
  ra rat roi sao se the theo thi toi tren trong truoc va vao vay ve voi xin`);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u).filter(Boolean));
}
