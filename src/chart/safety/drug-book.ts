import { LRUCache } from 'lru-cache';
import type { Bilingual } from '../../domain/language.ts';
import { brandNames } from '../../language/drugs/drug-names.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';
import { once, readLexicon, readWordLists } from '../../language/read-lexicon.ts';
import type { SafetyTables } from './safety-tables.ts';

export interface KnownDrug {
  name: string;
  classes: readonly string[];
}

/** What a text names: "paracetamol and codeine" are two drugs, "trimethoprim/sulfamethoxazole" is co-trimoxazole. */
interface Substances {
  drugs: KnownDrug[];
  /** Words that may be drugs and that no table names: what is said then does not rest on all of the text. */
  unknown: string[];
}

/** Finds drugs by any of their names, and classes by what they are called. */
export interface DrugBook {
  resolve(text: string): Substances;
  /** The keys of the classes that a text names as a whole. */
  classesIn(text: string): string[];
  className(key: string): Bilingual;
  /** Whether what a table speaks of, a drug or a class, is this drug. */
  covers(drugOrClass: string, drug: KnownDrug): boolean;
}

const TEXTS_KEPT = 500;
/** How many words a name may stretch over, with what stands between. */
const LONGEST_SPAN = 16;

/** Names by their words, so that the longest of them is found in a text in one walk. */
interface NameTree {
  name?: string;
  next: Map<string, NameTree>;
}

/** One for all who ask with the same tables: thousands of names are planted in it, and it never changes. */
const books = new WeakMap<SafetyTables, DrugBook>();

export function createDrugBook(tables: SafetyTables): DrugBook {
  const book = books.get(tables) ?? writeBook(tables);
  books.set(tables, book);
  return book;
}

function writeBook(tables: SafetyTables): DrugBook {
  const tree: NameTree = { next: new Map() };
  const names = new Map<string, string>();
  const classesOf = new Map<string, string[]>();
  const classNames = new Map<string, Bilingual>();
  const canonicals = new Map<string, string>();
  const know = (name: string, aliases: readonly string[] = []) => {
    for (const spelling of [name, ...aliases].flatMap(withTurned)) {
      names.set(keyOf(spelling), name);
      plant(tree, nameWords(spelling), name);
    }
  };
  const classTree: NameTree = { next: new Map() };
  for (const row of tables.classes) {
    const { class: key, names: spoken, members, aliases = {} } = row;
    classNames.set(key, spoken);
    for (const words of classWords(row)) plant(classTree, words, key);
    for (const member of members) {
      know(member, aliases[member]);
      classesOf.set(member, [...(classesOf.get(member) ?? []), key]);
    }
  }
  for (const { spoken, classes } of readLexicon('drugs/class-words', ['spoken', 'classes'])) {
    for (const words of spoken.split('|').flatMap(withSingular)) plant(classTree, words, classes);
  }
  const rows = [
    ...tables.renal,
    ...tables.pregnancy,
    ...tables.age,
    ...tables.doses,
    ...tables.administration,
    ...tables.diseases,
  ];
  for (const row of rows) {
    if ('drug' in row) know(names.get(keyOf(row.drug)) ?? row.drug, row.aliases);
  }
  const brands = new Map<string, readonly string[]>();
  for (const [brand, substances] of Object.entries(brandNames())) {
    const { found, unknown } = find(substances);
    // A brand of which the tables know only a part is left to be told as unknown.
    if (names.has(keyOf(brand)) || found.length === 0 || unknown.length > 0) continue;
    brands.set(brand, found);
    plant(tree, nameWords(brand), brand);
  }

  /** Each check of a prescription reads the same entries of the chart again. */
  const resolved = new LRUCache<string, Substances>({
    max: TEXTS_KEPT,
    memoMethod: (text) => {
      const { found, unknown } = find(text);
      const drugs = [...new Set(found.flatMap((name) => brands.get(name) ?? [name]))];
      return { drugs: drugs.map((name) => ({ name, classes: classesOf.get(name) ?? [] })), unknown };
    },
  });

  return {
    resolve: (text) => resolved.memo(text),
    classesIn(text) {
      const words = wordsOf(text);
      const found = new Set<string>();
      for (let at = 0; at < words.length; ) {
        const match = longestName(classTree, words, at);
        for (const key of match?.name.split('|') ?? []) found.add(key);
        at = match?.end ?? at + 1;
      }
      return [...found];
    },
    className: (key) => classNames.get(key) ?? { en: key, vi: key },
    covers: (drugOrClass, { name, classes }) =>
      classes.includes(drugOrClass) || canonical(drugOrClass) === name,
  };

  /** Rows are asked for thousands of times; what they name never changes. */
  function canonical(drugOrClass: string): string {
    const seen = canonicals.get(drugOrClass) ?? names.get(keyOf(drugOrClass)) ?? drugOrClass;
    canonicals.set(drugOrClass, seen);
    return seen;
  }

  /** The names of the tables, or of brands, in a text, and the words that may be drugs and are in neither. */
  function find(text: string): { found: string[]; unknown: string[] } {
    const words = wordsOf(text);
    // "Lisinopril for blood pressure": what follows is no part of the drug.
    const reason = words.findIndex(({ plain }, at) => at > 0 && plain === 'for');
    const reasonAt = reason === -1 ? words.length : reason;
    const found = new Set<string>();
    const unknown = new Set<string>();
    for (let at = 0; at < words.length; ) {
      const match = longestName(tree, words, at);
      const word = words[at];
      if (match !== null) found.add(match.name);
      else if (word !== undefined && maybeDrug(word) && at < reasonAt) unknown.add(word.written);
      at = match?.end ?? at + 1;
    }
    return { found: [...found], unknown: [...unknown] };
  }
}

/** In Vietnamese a class is called "medicine that …" or "antibiotic of the group …"; sentences leave that out. */
const CLASS_LEAD = /^(?:thuốc nhóm|thuốc|kháng sinh nhóm|nhóm) (?=.{5})/u;

function classWords({ names, spoken }: SafetyTables['classes'][number]): string[][] {
  return [names.en, names.vi, names.vi.replace(CLASS_LEAD, ''), ...spoken].flatMap(withSingular);
}

/** "Statins" are also "a statin". */
function withSingular(name: string): string[][] {
  return [...new Set([name, name.replace(/s$/u, '')])].map(nameWords);
}

function plant(tree: NameTree, words: readonly string[], name: string): void {
  let node = tree;
  for (const word of words) {
    const next = node.next.get(word) ?? { next: new Map() };
    node.next.set(word, next);
    node = next;
  }
  node.name = name;
}

/** A salt or a strength may stand between the words of a name: "amoxicillin 875 mg / clavulanic acid 125 mg". */
function longestName(tree: NameTree, words: readonly Word[], start: number) {
  let node = tree;
  let longest: { name: string; end: number } | null = null;
  for (let at = start; at < Math.min(words.length, start + LONGEST_SPAN); at += 1) {
    const word = words[at]?.plain ?? '';
    const next = node.next.get(word);
    if (next !== undefined) node = next;
    else if (at === start || !isPassedOver(word)) break;
    if (next?.name !== undefined) longest = { name: next.name, end: at + 1 };
  }
  return longest;
}

/** A combination is the same the other way round. */
function withTurned(name: string): string[] {
  const [first, second, ...more] = name.split(/\/| and /u);
  const isPair = first !== undefined && second !== undefined && more.length === 0;
  return isPair ? [name, `${second}/${first}`] : [name];
}

function keyOf(name: string): string {
  return nameWords(name).join(' ');
}

/** Words around a drug's name that are no drug themselves, unmarked. */
const around = once(() => {
  const lists = ['salt', 'form', 'strength', 'taking', 'connecting'] as const;
  const words = readWordLists('drugs/words-around-names', 'word', lists);
  return { connecting: words.connecting, all: new Set(lists.flatMap((list) => [...words[list]])) };
});
const MARKED = /\p{M}/u;
const A_DRUG_HAS_LETTERS = 4;

interface Word {
  plain: string;
  written: string;
}

export function wordsOf(text: string): Word[] {
  return (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).map((written) => ({
    plain: foldDiacritics(written.toLowerCase()),
    written,
  }));
}

/** "Amoxicillin and clavulanic acid" → amoxicillin clavulanic acid: how a name is kept and looked for. */
export function nameWords(name: string): string[] {
  const words = wordsOf(name).map(({ plain }) => plain);
  // At either end of a name a connecting word is part of it: "vitamin A".
  return words.filter(
    (word, index) => index === 0 || index === words.length - 1 || !around().connecting.has(word),
  );
}

/** A word that may stand inside a name or beside it without being a drug. */
function isPassedOver(word: string): boolean {
  return around().all.has(word) || /^\d/u.test(word);
}

/** Names of drugs are written without Vietnamese marks; a marked word that no table knows is talk. */
function maybeDrug({ plain, written }: Word): boolean {
  return plain.length >= A_DRUG_HAS_LETTERS && !isPassedOver(plain) && !MARKED.test(written.normalize('NFD'));
}

/** Whether a text holds a phrase as whole words, marks or not. "Non-opioid" is not "opioid". */
export function hasPhrase(text: string, phrase: string): boolean {
  const [words, sought] = [plains.memo(text), plains.memo(phrase)];
  return sought.trim() !== '' && words.replaceAll(` non${sought}`, ' ').includes(sought);
}

/** The words of the tables come again with every check. */
const PHRASES_KEPT = 10_000;
const LONGEST_KEPT = 1_000_000;
const plains = new LRUCache<string, string>({
  max: PHRASES_KEPT,
  maxSize: LONGEST_KEPT,
  sizeCalculation: (words) => words.length + 1,
  memoMethod: plain,
});

function plain(text: string): string {
  return ` ${wordsOf(text)
    .map((word) => word.plain)
    .join(' ')} `;
}
