import { foldDiacritics } from '../../../language/fold-diacritics.ts';

/** A word of the message, folded, with the stretches of text it stands in. */
export interface Token {
  text: string;
  /** Between two marks of punctuation: expressions do not reach across. */
  segment: number;
  /** Segments, cut again where "but", "and now" and the like start another thought. */
  clause: number;
  sentence: number;
}

const PIECE = /\d+(?:[.,/]\d+)?|[a-z]+(?:'[a-z]+)?\d*|[.!?;\n…]|[,:()–—]| -+ /g;
const SENTENCE_END = /^[.!?;\n…]/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;
const APOSTROPHES = /[‘’ʼ`´]/gu;

/** A possessive loses its "s"; in these it is a verb. */
const CONTRACTED = new Set('he she it that what who there here how where let'.split(' '));
/** How people type when they have no time, and words that mean the same here. */
const SAME_WORDS: ReadonlyMap<string, string> = new Map(
  [
    'khong ko k hok',
    'duoc dc',
    'hen suyen',
    'chest breastbone sternum ribcage',
    'stool stools poo poop faeces feces',
    'stomach tummy belly abdomen gut',
    'mom mum',
    'cannot cant',
    'wheezing wheezy',
    'testicle testis',
    'weeks wks',
    'minutes mins',
  ].flatMap((line) => {
    const [word = '', ...same] = line.split(' ');
    return same.map((other): [string, string] => [other, word]);
  }),
);

const CLAUSE_STARTS = new Set('but however although though except whereas because nhung tuy song'.split(' '));
/** "and" starts another thought only before a subject, a verb or a time. */
const AND = new Set('and so then va roi con'.split(' '));
const AFTER_AND = new Set(
  (
    'now today i im ive he hes she shes my we his her it the they has have is am are since this just suddenly then cant ' +
    'cannot feel feels toi em gio dang bay hien nay bi thay'
  ).split(' '),
);
const TIME_STARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['bay', new Set(['gio'])],
  ['hien', new Set(['tai', 'gio'])],
  ['hom', new Set(['nay'])],
  ['sang', new Set(['nay'])],
]);

/** The words of a message without marks, so that what is typed without them reads the same. */
export function splitClauses(message: string): Token[] {
  const text = foldDiacritics(message.normalize('NFKC').toLowerCase())
    .replace(INVISIBLE, '')
    .replace(APOSTROPHES, "'");
  const tokens: Token[] = [];
  let [segment, clause, sentence] = [0, 0, 0];
  for (const [piece] of text.matchAll(PIECE)) {
    if (isWord(piece)) addWord(wordOf(piece));
    else if (SENTENCE_END.test(piece)) {
      [segment, clause, sentence] = [segment + 1, clause + 1, sentence + 1];
    } else {
      [segment, clause] = [segment + 1, clause + 1];
    }
  }
  return tokens;

  function addWord(word: string): void {
    const before = tokens.at(-1);
    if (before?.segment === segment) {
      if (CLAUSE_STARTS.has(word)) clause += 1;
      else if (AND.has(before.text) && AFTER_AND.has(word)) clause += 1;
      else if (TIME_STARTS.get(before.text)?.has(word) && tokens.at(-2)?.clause === clause) {
        clause += 1;
        before.clause = clause;
      }
    }
    tokens.push({ text: word, segment, clause, sentence });
  }
}

/** Pieces are words, numbers or punctuation: the first sign tells. */
function isWord(piece: string): boolean {
  const first = piece.charCodeAt(0);
  return (first >= 97 && first <= 122) || (first >= 48 && first <= 57);
}

/** The word as the tables know it; they are read through this too. */
export function wordOf(piece: string): string {
  const word = piece.includes("'") ? joinContracted(piece) : piece;
  return SAME_WORDS.get(word) ?? word;
}

function joinContracted(piece: string): string {
  const [base = '', suffix = ''] = piece.split("'");
  return suffix === 's' && !CONTRACTED.has(base) ? base : base + suffix;
}
