import type { Language } from '../../src/domain/language.ts';
import type { RankedPassage } from '../../src/domain/passage.ts';
import { splitProse } from '../../src/language/sentences.ts';
import { chunkDocument } from '../../src/retrieval/ingest/chunk-document.ts';
import { knowledgeFiles } from '../../src/retrieval/testing/knowledge-files.ts';
import { rankedPassage } from '../../src/retrieval/testing/ranked-passage.ts';
import { pickFrom, shuffled } from './random.ts';

const MIN_WORDS = 6;
const OTHER_SOURCES = 3;

/** A sentence of the sample knowledge, among passages as a search on its subject would find them. */
export interface PooledSentence {
  id: string;
  language: Language;
  text: string;
  /** The sentence after it under the same heading. */
  next: string | null;
  /** Another sentence of the same passage, that a draft may hold beside this one. */
  companion: string;
  passage: RankedPassage;
  evidence: RankedPassage[];
}

/** Every sentence of the sample knowledge that says something, in an order of its own. */
export function sentencePool(random: () => number): PooledSentence[] {
  const passages = knowledgeFiles().flatMap(({ document }) =>
    chunkDocument(document).map((chunk) =>
      rankedPassage({ ...chunk, document: { ...document, pmid: document.pmid ?? null } }),
    ),
  );
  const pool = passages.flatMap((passage) => {
    const { language } = passage.document;
    const spans = splitProse(passage.text, language);
    const sentences = spans.map(({ text }) => text);
    const nextOf = (i: number) => {
      const [one, next] = [spans[i], spans[i + 1]];
      return one && next && passage.text.slice(one.end, next.start).trim() === '' ? next.text : null;
    };
    const near = passages.filter(
      ({ document, document_id }) =>
        document_id !== passage.document_id &&
        document.topic === passage.document.topic &&
        document.language === language,
    );
    return sentences.flatMap((text, i) => {
      const companion = pickFrom(
        sentences.filter((other) => other !== text && isSaying(other)),
        random,
      );
      if (!isSaying(text) || companion === undefined) return [];
      const others = shuffled(near, random).slice(0, OTHER_SOURCES);
      const evidence = shuffled([passage, ...others], random);
      const id = `${passage.id}.${i}`;
      return [{ id, language, text, next: nextOf(i), companion, passage, evidence }];
    });
  });
  return shuffled(pool, random);
}

function isSaying(sentence: string): boolean {
  return sentence.split(/\s+/u).length >= MIN_WORDS && sentence.endsWith('.');
}
