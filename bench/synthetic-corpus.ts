import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_TENANT } from '../src/app/auth/demo-principals.ts';
import type { KnowledgeDocument } from '../src/domain/passage.ts';
import { seededRandom } from '../src/domain/testing/seeded-random.ts';
import { splitSentences } from '../src/language/sentences.ts';
import { chunkDocument } from '../src/retrieval/ingest/chunk-document.ts';
import type { StoredDocument } from '../src/retrieval/passage-index.port.ts';

const KNOWLEDGE = fileURLToPath(new URL('../knowledge', import.meta.url));
const SENTENCES_A_DOCUMENT = 48;
/** Share of the words that are put in the place of others. */
const SWAPPED = 0.25;

/** The one that asks over HTTP where nobody has to say who they are. */
export const BENCH_TENANT = DEMO_TENANT;

/** Half, a twentieth and a two-hundredth of all documents: what filters of the benchmarks leave. */
export const TOPICS = { half: 0.5, twentieth: 0.05, rare: 0.005 } as const;

export interface SyntheticCorpus {
  /** Documents without end, each of about ten passages, the same for the same seed. */
  documents(): Generator<StoredDocument>;
  questions(count: number): string[];
}

/**
 * Text for measuring speed, not quality: sentences of the sample knowledge with words swapped and new ones made up, so
 * that common and rare terms are spread about as in real literature.
 */
export function syntheticCorpus(seed = 1): SyntheticCorpus {
  const sentences = knowledgeSentences();
  const words = sentences.flatMap((sentence) => sentence.split(' ').filter((word) => word.length > 3));
  return {
    *documents() {
      const random = seededRandom(seed);
      for (let i = 0; ; i += 1) yield toStored(i, random);
    },
    questions(count) {
      const random = seededRandom(seed + 1);
      const ask = () => Array.from({ length: 4 + Math.floor(random() * 6) }, () => pick(words, random));
      return Array.from({ length: count }, () => `${ask().join(' ')}?`);
    },
  };

  function toStored(i: number, random: () => number): StoredDocument {
    const paragraphs: string[] = [];
    for (let sentence = 0; sentence < SENTENCES_A_DOCUMENT; sentence += 6) {
      const text = Array.from({ length: 6 }, () => varied(pick(sentences, random), random)).join(' ');
      paragraphs.push(`## Part ${sentence / 6 + 1}\n\n${text}`);
    }
    const share = random();
    const topic = share < TOPICS.rare ? 'rare' : share < TOPICS.twentieth ? 'twentieth' : 'half';
    const document: KnowledgeDocument = {
      id: `synthetic-${i}`,
      tenant_id: BENCH_TENANT,
      collection: 'bench',
      title: varied(pick(sentences, random), random).slice(0, 80),
      text: paragraphs.join('\n\n'),
      language: 'en',
      source_type: 'pubmed',
      evidence_level: 'cohort_study',
      journal: 'Synthetic',
      year: 2000 + Math.floor(random() * 25),
      url: null,
      pmid: null,
      reference: null,
      scope: 'public',
      department: null,
      role: null,
      topic: share < TOPICS.half ? topic : null,
      sub_topic: null,
      created_at: '2026-01-01T00:00:00.000Z',
    };
    return { document, passages: chunkDocument(document), fingerprint: '1' };
  }

  function varied(sentence: string, random: () => number): string {
    return sentence
      .split(' ')
      .map((word) => {
        const chance = random();
        if (chance < 0.01) return `${word.slice(0, 3)}${Math.floor(random() * 1e6).toString(36)}`;
        return chance < SWAPPED ? pick(words, random) : word;
      })
      .join(' ');
  }
}

function knowledgeSentences(): string[] {
  const files = readdirSync(KNOWLEDGE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?:studies|guidelines)\b.*\.md$/u.test(file),
  );
  return files.flatMap((file) => {
    const whole = readFileSync(join(KNOWLEDGE, file), 'utf8');
    if (!whole.includes('\nlanguage: en\n')) return [];
    const body = whole.replace(/^---\n[\s\S]*?\n---\n/u, '');
    const prose = body.replace(/^#.*$/gmu, '').replace(/\s+/gu, ' ');
    return splitSentences(prose, 'en').map(({ text }) => text.trim());
  });
}

function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}
