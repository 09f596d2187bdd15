import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The rows of `data/<name>.tsv` by column. Call it inside `once`: nothing is read before it is needed. */
export function readLexicon<Column extends string>(
  name: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  return readCells(name, columns).map((cells) => {
    const row = columns.map((column, i) => [column, cells[i] ?? '']);
    // Every column has been given its cell.
    return Object.fromEntries(row) as Record<Column, string>;
  });
}

/** Names may stand together in one string, with a space between them: those that belong together, on a line. */
type Names<Row extends string> = Row extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Row;

/** The words of each list of a lexicon whose first column names the list. */
export function readWordLists<Row extends string>(
  name: string,
  column: string,
  lists: readonly Row[],
): Record<Names<Row>, ReadonlySet<string>> {
  const words = new Map(namesIn(lists).map((list): [string, Set<string>] => [list, new Set()]));
  for (const [list = '', word = ''] of readCells(name, ['list', column])) {
    const known = words.get(list);
    if (!known) throw new Error(`${name}.tsv has a list that nothing reads: ${list}`);
    known.add(word);
  }
  // Its keys are the lists.
  return Object.fromEntries(words) as Record<Names<Row>, Set<string>>;
}

function namesIn(rows: readonly string[]): string[] {
  return rows.flatMap((row) => row.split(' '));
}

/**
 * Patterns by what they are cues of, in the order of the file: the rows of one key are alternatives. `{part}` in a cue stands
 * for the rows of that key, or for one of `parts`.
 */
export function readCues(
  name: string,
  keys: readonly string[],
  parts: Readonly<Record<string, string>> = {},
): { keys: readonly string[]; cue: string }[] {
  const cues = new Map<string, { keys: readonly string[]; cue: string }>();
  for (const cells of readCells(name, [...keys, 'cue'])) {
    const [own, cue = ''] = [cells.slice(0, -1), cells.at(-1)];
    const known = cues.get(own.join('\t'));
    if (known) known.cue += `|${cue}`;
    else cues.set(own.join('\t'), { keys: own, cue });
  }
  const filled = (cue: string): string =>
    cue.replace(/\{[a-z_]+\}/gu, (part) => {
      const meant = parts[part] ?? cues.get(part)?.cue;
      return meant === undefined ? part : `(?:${filled(meant)})`;
    });
  return [...cues.values()].map((row) => ({ ...row, cue: filled(row.cue) }));
}

/** The same, each ready to be looked for. */
export function readCuePatterns(name: string, keys: readonly string[], flags = 'u') {
  return readCues(name, keys).map((row) => ({ keys: row.keys, cue: new RegExp(row.cue, flags) }));
}

/** The cues of each name in a lexicon as one pattern, its rows being alternatives. */
export function readPatterns<Row extends string>(
  lexicon: string,
  names: readonly Row[],
  flags = 'u',
  parts: Readonly<Record<string, string>> = {},
): Record<Names<Row>, RegExp> {
  const cues = new Map(readCues(lexicon, ['name'], parts).map(({ keys, cue }) => [keys[0], cue]));
  const patterns = namesIn(names).map((name) => {
    const cue = cues.get(name);
    if (cue === undefined) throw new Error(`${lexicon}.tsv has no cues for ${name}`);
    return [name, new RegExp(cue, flags)];
  });
  // Every name has been given its pattern.
  return Object.fromEntries(patterns) as Record<Names<Row>, RegExp>;
}

/** A number of a lexicon: in figures, or as a fraction (`365/7`). */
export function numberIn(cell: string): number {
  const [above = '', below = '1'] = cell.split('/');
  return Number(above) / Number(below);
}

function readCells(name: string, columns: readonly string[]): string[][] {
  const path = dataFile(`${name}.tsv`);
  const [head = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  const heads = head.split('\t');
  const places = columns.map((column) => heads.indexOf(column));
  if (heads.at(-1) !== 'source' || places.includes(-1)) {
    throw new Error(`${path} must have the columns ${columns.join(', ')} and, last, source.`);
  }
  return lines.map((line, i) => {
    const cells = line.split('\t');
    if (cells.length !== heads.length || cells.at(-1) === '') {
      throw new Error(`${path}:${i + 2} needs ${heads.length} cells and a source.`);
    }
    return places.map((place) => cells[place] ?? '');
  });
}

/** Makes a thing when it is first asked for, and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A file that ships under `data/`. */
export function dataFile(name: string): string {
  return join(dataFolder(), name);
}

/** The same folder from the sources and from the build: it is looked for upwards of this file. */
const dataFolder = once(() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'data', 'language')) && folder !== dirname(folder))
    folder = dirname(folder);
  return join(folder, 'data');
});

/** A module of ours, to be started as a thread. From source it is TypeScript, and needs the loader registered before it loads. */
export function threadModule(path: string, beside: string): URL {
  if (!beside.endsWith('.ts')) return new URL(`${path}.js`, beside);
  const [loader, module] = [import.meta.resolve('tsx/esm/api'), new URL(`${path}.ts`, beside).href];
  const code = `import { register } from "${loader}"; register(); await import("${module}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
