import { pathToFileURL } from 'node:url';
import { loadConfig } from '../../src/app/config.ts';
import { redactPii, restorePii } from '../../src/gates/front/pii/redact-pii.ts';
import {
  type ClinicalText,
  loadClinicalTexts,
  loadPii,
  loadSharedPii,
  type PiiItem,
  type Split,
} from './load-pii.ts';

interface Span {
  start: number;
  end: number;
  type: string;
}

export interface Score {
  labelled: number;
  found: number;
  /** Found to the letter, under the very type. */
  exact: number;
  marked: number;
  /** Of what was marked, how much lies on a label of its kind. */
  right: number;
  recall: number;
  precision: number;
  strict_recall: number;
}

export interface PiiReport {
  types: Record<string, Score>;
  all: Score;
  /** What was missed and what was marked wrongly, for whoever tunes. */
  missed: string[];
  wrong: string[];
}

/** Types that may stand for one another: a number is no less hidden under another number's name. */
const GROUPS: Readonly<Record<string, string>> = {
  FAX: 'PHONE',
  ...Object.fromEntries(
    ['NATIONAL_ID', 'MRN', 'INSURANCE', 'ACCOUNT', 'LICENSE', 'VEHICLE', 'DEVICE', 'BIOMETRIC', 'ID'].map(
      (type) => [type, 'NUMBER'],
    ),
  ),
};

/** How much of what names a person is found, and how much of what is marked names one, by type. */
export function measurePii(items: readonly PiiItem[]): PiiReport {
  const tallies = new Map<string, Score>();
  const all = emptyScore();
  const [missed, wrong]: [string[], string[]] = [[], []];
  const tally = (type: string, count: (score: Score) => void) => {
    const score = tallies.get(type) ?? emptyScore();
    tallies.set(type, score);
    for (const each of [score, all]) count(each);
  };
  for (const { id, text, spans } of items) {
    const marked = markedIn(text);
    for (const span of spans) {
      const found = marked.some((mark) => overlap(mark, span));
      const exact = marked.some(
        (mark) => mark.start === span.start && mark.end === span.end && mark.type === span.type,
      );
      if (!found) missed.push(`${id} ${span.type}: ${text.slice(span.start, span.end)} | ${text}`);
      tally(span.type, (score) => {
        score.labelled++;
        if (found) score.found++;
        if (exact) score.exact++;
      });
    }
    for (const mark of marked) {
      const right = spans.some((span) => overlap(mark, span));
      if (!right) wrong.push(`${id} ${mark.type}: ${text.slice(mark.start, mark.end)} | ${text}`);
      tally(mark.type, (score) => {
        score.marked++;
        if (right) score.right++;
      });
    }
  }
  for (const score of [...tallies.values(), all]) fillShares(score);
  return { types: Object.fromEntries([...tallies].sort()), all, missed, wrong };
}

/** The share of clinical texts that come out as they went in, and those that do not. */
export function measureUntouched(texts: readonly ClinicalText[]): { share: number; touched: string[] } {
  const touched = texts.flatMap(({ id, text }) => {
    const redacted = redactPii(text).text;
    return redacted === text ? [] : [`${id}: ${text} -> ${redacted}`];
  });
  return { share: 1 - touched.length / texts.length, touched };
}

/** Where the tokens of the redacted text stand in the text itself. */
function markedIn(text: string): Span[] {
  const { text: redacted, mapping } = redactPii(text);
  const marked: Span[] = [];
  let shift = 0;
  for (const { 0: token, index } of redacted.matchAll(/\[([A-Z_]+)_\d+[a-z]*\]/gu)) {
    const words = mapping[token];
    if (words === undefined) continue;
    const start = index + shift;
    marked.push({ start, end: start + words.length, type: token.replace(/^\[|_\d+[a-z]*\]$/gu, '') });
    shift += words.length - token.length;
  }
  if (restorePii(redacted, mapping) !== text) throw new Error('A redacted text did not come back.');
  return marked;
}

function overlap(mark: Span, span: Span): boolean {
  const groupOf = (type: string) => GROUPS[type] ?? type;
  return mark.start < span.end && span.start < mark.end && groupOf(mark.type) === groupOf(span.type);
}

function emptyScore(): Score {
  return { labelled: 0, found: 0, exact: 0, marked: 0, right: 0, recall: 1, precision: 1, strict_recall: 1 };
}

function fillShares(score: Score): void {
  const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((1000 * part) / whole) / 1000);
  score.recall = share(score.found, score.labelled);
  score.precision = share(score.right, score.marked);
  score.strict_recall = share(score.exact, score.labelled);
}

/** `tsx evals/gates/pii.ts [tune|held] [--verbose]` */
async function main(split: Split | undefined, verbose: boolean): Promise<void> {
  const part = <T extends { split: Split }>(items: T[]) =>
    items.filter((item) => !split || item.split === split);
  print('our set', measurePii(part(await loadPii())), verbose);
  const shared = await loadSharedPii(loadConfig().GALEN_EVAL_DATA);
  if (shared) print('shared set', measurePii(part(shared)), verbose);
  else console.log('shared set: absent, not measured');
  const { share, touched } = measureUntouched(part(await loadClinicalTexts()));
  console.log(`clinical texts untouched: ${share.toFixed(3)}`);
  if (verbose) for (const line of touched) console.log(`  ${line}`);
  // What was not measured has not passed.
  if (!shared) process.exitCode = 1;
}

function print(name: string, { types, all, missed, wrong }: PiiReport, verbose: boolean): void {
  console.log(`${name}:`);
  for (const [type, { labelled, marked, recall, precision, strict_recall }] of [
    ...Object.entries(types),
    ['all', all] as const,
  ]) {
    console.log(
      `  ${type.padEnd(12)} labelled ${labelled} recall ${recall} (strict ${strict_recall}), marked ${marked} precision ${precision}`,
    );
  }
  if (!verbose) return;
  for (const line of missed) console.log(`  missed ${line}`);
  for (const line of wrong) console.log(`  wrong ${line}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const split = process.argv.find((argument) => argument === 'tune' || argument === 'held');
  await main(split, process.argv.includes('--verbose'));
}
