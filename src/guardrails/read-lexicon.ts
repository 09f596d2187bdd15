import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The rows of `data/gates/<name>.tsv` by column. Call it inside `once`: nothing is read before it is needed. */
export function readLexicon<Column extends string>(
  name: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  const path = join(lexiconFolder(), `${name}.tsv`);
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const heads = head.split('\t');
  const places = columns.map((column) => [column, heads.indexOf(column)] as const);
  if (heads.at(-1) !== 'source' || places.some(([, place]) => place === -1)) {
    throw new Error(`${path} must have the columns ${columns.join(', ')} and, last, source.`);
  }
  return lines.map((line, i) => {
    const cells = line.split('\t');
    if (cells.length !== heads.length || cells.at(-1) === '') {
      throw new Error(`${path}:${i + 2} needs ${heads.length} cells and a source.`);
    }
    const entries = places.map(([column, place]) => [column, cells[place]]);
    // Every column has its cell: both were counted above.
    return Object.fromEntries(entries) as Record<Column, string>;
  });
}

/** The words of each list of a lexicon whose first column names the list. */
export function readWordLists<List extends string>(
  name: string,
  column: string,
  lists: readonly List[],
): Record<List, ReadonlySet<string>> {
  const words = new Map(lists.map((list): [string, Set<string>] => [list, new Set()]));
  for (const row of readLexicon(name, ['list', column])) {
    const list = words.get(row.list ?? '');
    if (!list) throw new Error(`${name}.tsv has a list that nothing reads: ${row.list}`);
    list.add(row[column] ?? '');
  }
  // Its keys are the lists.
  return Object.fromEntries(words) as Record<List, Set<string>>;
}

/** Makes a thing when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The same folder from the sources and from the build: it is looked for upwards of this file. */
const lexiconFolder = once(() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'data', 'gates')) && folder !== dirname(folder)) folder = dirname(folder);
  return join(folder, 'data', 'gates');
});
