import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** The same in both languages: units and what is only punctuation. */
const SAME = new Set(['mg', 'mmol']);
const MARKED = /[ăâđêôơưàảãáạằẳẵắặầẩẫấậèẻẽéẹềểễếệìỉĩíịòỏõóọồổỗốộờởỡớợùủũúụừửữứựỳỷỹýỵ]/iu;
/** Vietnamese texts that have no marks to be written with. */
const UNMARKED = new Set(['{drug} ({plain})', 'cao', 'khi mang thai', 'nam', 'sinh', 'Theo', 'tr.']);

/** What a function of texts is called with where it looks its arguments up in a table. */
const ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  routeGuessed: ['oral'],
  otherUnit: ['mg', 'units'],
  noInterval: ['weekly'],
  tooOften: ['weekly'],
  above: [7, { kind: 'daily', most: 5, because: gap(0) }, 'units'],
  aboveByKg: [7, 5, 'units'],
  below: [3, 5, 'units'],
};

interface Pair {
  key: string;
  en: string;
  vi: string;
}

const files = readdirSync(import.meta.dirname)
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => name.replace(/\.ts$/u, ''));
const pairs = (await Promise.all(files.map(pairsOf))).flat();

describe('what people read', () => {
  it('is found by this test', () => {
    expect(files.length).toBeGreaterThan(5);
    expect(pairs.length).toBeGreaterThan(400);
  });

  it.each(pairs)('$key is said in both languages', ({ en, vi }) => {
    expect(en.trim()).not.toBe('');
    expect(vi.trim()).not.toBe('');
    expect(gapsOf(vi)).toEqual(gapsOf(en));
    const hasLetters = /\p{L}/u.test(en.replaceAll(/\{\w+\}|⟨\d+⟩/gu, ''));
    if (!hasLetters || SAME.has(en.trim())) return;
    expect(vi).not.toBe(en);
    expect(MARKED.test(vi) || UNMARKED.has(vi.trim()), vi).toBe(true);
    expect(en).not.toMatch(MARKED);
  });
});

async function pairsOf(file: string): Promise<Pair[]> {
  const exported: Record<string, unknown> = await import(`./${file}.ts`);
  return Object.entries(exported).flatMap(([name, value]) => walk(value, `${file} ${name}`));
}

/** Every English text beside its Vietnamese one, however deep it lies. */
function walk(value: unknown, key: string): Pair[] {
  if (typeof value === 'function') return walk(called(value), `${key}()`);
  if (!isTable(value)) throw new Error(`${key} is no text in two languages`);
  if ('en' in value || 'vi' in value) {
    expect(Object.keys(value).sort(), key).toEqual(['en', 'vi']);
    return side(value.en, value.vi, key);
  }
  return Object.entries(value).flatMap(([name, inner]) => walk(inner, `${key}.${name}`));
}

function side(en: unknown, vi: unknown, key: string): Pair[] {
  if (typeof en === 'function' && typeof vi === 'function') return side(called(en), called(vi), `${key}()`);
  if (typeof en === 'string' && typeof vi === 'string') return [{ key, en, vi }];
  if (!isTable(en) || !isTable(vi)) throw new Error(`${key} is not said in both languages`);
  expect(Object.keys(vi), key).toEqual(Object.keys(en));
  return Object.keys(en).flatMap((name) => side(en[name], vi[name], `${key}.${name}`));
}

// biome-ignore lint/complexity/noBannedTypes: any function of texts, whatever it takes.
function called(text: Function): unknown {
  return text(...(ARGUMENTS[text.name] ?? Array.from({ length: text.length }, (_, i) => gap(i))));
}

/** Stands for an argument, as a word or as a text in two languages, and is found again in what is said. */
function gap(place: number): unknown {
  const mark = `⟨${place}⟩`;
  return Object.assign(new String(mark), { en: mark, vi: mark });
}

function gapsOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}|⟨\d+⟩/gu))].sort();
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
