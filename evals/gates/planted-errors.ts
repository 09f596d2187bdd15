import { fileURLToPath } from 'node:url';
import type { Language } from '../../src/domain/language.ts';
import type { RankedPassage } from '../../src/domain/passage.ts';
import { seededRandom } from '../../src/domain/testing/seeded-random.ts';
import { createBackGate } from '../../src/gates/back/create-back-gate.ts';
import type { BackGate } from '../../src/gates/back-gate.port.ts';
import { MUTATIONS, type Mutation, mutateSentence } from './mutate-sentence.ts';
import { PARAPHRASES, type Paraphrase, paraphraseSentence } from './paraphrase-sentence.ts';
import { INVENTED_SOURCES } from './planted-words.ts';
import { pickFrom, splitOf } from './random.ts';
import { type PooledSentence, sentencePool } from './sentence-pool.ts';

const SEED = 20_250_601;
/** Ten kinds of errors, seven ways of being right: more than 500 of each. */
const PLANTED_PER_KIND = 64;
const CORRECT_PER_KIND = 90;

export type ErrorKind = Mutation | 'invented-source';

export interface PlantedItem {
  id: string;
  kind: ErrorKind | Paraphrase;
  /** A planted error must go; a correct sentence must stay. */
  isPlanted: boolean;
  split: 'tune' | 'held';
  language: Language;
  question: string;
  /** What was planted or rephrased. */
  text: string;
  draft: string;
  evidence: RankedPassage[];
}

export interface KindFigures {
  count: number;
  right: number;
  wrong: string[];
}

export interface PlantedReport {
  caught: number;
  kept: number;
  kinds: Record<string, KindFigures>;
  citations: { count: number; exact: number };
}

/** Answers with one error each and correct ones, made by code from the sample knowledge, always the same. */
export function plantedItems(): PlantedItem[] {
  const random = seededRandom(SEED);
  const pool = sentencePool(random);
  return [
    ...MUTATIONS.flatMap((kind) =>
      take(pool, kind, PLANTED_PER_KIND, (one) =>
        plant(one, mutateSentence(kind, one.text, sourceOf(one), random)),
      ),
    ),
    ...take(pool, 'invented-source', PLANTED_PER_KIND, (one) => {
      const mark = pickFrom(INVENTED_SOURCES, random) ?? '[9]';
      return { text: mark, draft: `${one.text.slice(0, -1)} ${mark}.` };
    }),
    ...PARAPHRASES.flatMap((kind) =>
      take(pool, kind, CORRECT_PER_KIND, (one) => plant(one, paraphraseSentence(kind, one))),
    ),
  ];
}

/** What the gate does to them. A planted error is caught when the message no longer says it. */
export async function measurePlanted(gate: BackGate, items: readonly PlantedItem[]): Promise<PlantedReport> {
  const kinds: Record<string, KindFigures> = {};
  const citations = { count: 0, exact: 0 };
  for (const item of items) {
    const verdict = await gate.check(item);
    const isGone = !verdict.message.includes(item.text);
    const isCounted = item.kind !== 'invented-source' || verdict.invented_sources > 0;
    // A source that speaks in the place of a correct sentence says the same.
    const isReplaced = verdict.replaced.some(({ text }) => item.text.includes(text));
    const isRight = item.isPlanted ? isGone && isCounted : !isGone || isReplaced;
    const figures = kinds[item.kind] ?? { count: 0, right: 0, wrong: [] };
    kinds[item.kind] = figures;
    figures.count += 1;
    if (isRight) figures.right += 1;
    else figures.wrong.push(`${item.id}: ${item.draft}`);
    for (const { source_index, quote, quote_start, quote_end } of verdict.citations) {
      const source = verdict.cited[source_index - 1];
      citations.count += 1;
      const within = source?.text.slice(quote_start - source.start, quote_end - source.start);
      if (within === quote) citations.exact += 1;
    }
  }
  return {
    caught: shareRight(
      items.filter(({ isPlanted }) => isPlanted).map(({ kind }) => kind),
      kinds,
    ),
    kept: shareRight(
      items.filter(({ isPlanted }) => !isPlanted).map(({ kind }) => kind),
      kinds,
    ),
    kinds,
    citations,
  };
}

function shareRight(of: readonly string[], kinds: Readonly<Record<string, KindFigures>>): number {
  const figures = [...new Set(of)].flatMap((kind) => kinds[kind] ?? []);
  const count = figures.reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? 0 : figures.reduce((sum, one) => sum + one.right, 0) / count;
}

/** Beside a sentence that holds, so that what does not hold can be left out. */
function plant({ companion }: PooledSentence, text: string | null) {
  return text === null ? null : { text, draft: `${companion} ${text}` };
}

/** From the pool's order, each language in its turn while it lasts. */
function take(
  pool: readonly PooledSentence[],
  kind: ErrorKind | Paraphrase,
  count: number,
  make: (one: PooledSentence) => { text: string; draft: string } | null,
): PlantedItem[] {
  const made = { en: [] as PlantedItem[], vi: [] as PlantedItem[] };
  for (const one of pool) {
    const list = made[one.language];
    if (list.length >= count) continue;
    const item = make(one);
    if (item === null) continue;
    const id = `${kind}:${one.id}`;
    const { language, evidence, text: question } = one;
    const isPlanted = kind === 'invented-source' || MUTATIONS.some((mutation) => mutation === kind);
    list.push({ ...item, id, kind, isPlanted, split: splitOf(id), language, question, evidence });
  }
  const vietnamese = made.vi.slice(0, Math.floor(count / 2));
  return [...made.en.slice(0, count - vietnamese.length), ...vietnamese];
}

function sourceOf({ evidence }: PooledSentence): string {
  return evidence.map(({ text, document }) => `${document.title}\n${text}`).join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const items = plantedItems();
  for (const split of ['tune', 'held'] as const) {
    const report = await measurePlanted(
      createBackGate(),
      items.filter((item) => item.split === split),
    );
    console.log(
      `${split}: caught ${report.caught.toFixed(4)}, kept ${report.kept.toFixed(4)}`,
      report.citations,
    );
    for (const [kind, { count, right, wrong }] of Object.entries(report.kinds)) {
      console.log(`  ${kind}: ${right}/${count}`);
      // The held half stays unread, or it would be tuned to.
      if (split === 'tune') for (const line of wrong) console.log(`    ${line}`);
    }
  }
}
