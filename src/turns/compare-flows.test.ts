import { describe, expect, it } from 'vitest';
import type { ComparedTurn } from '../domain/compare.ts';
import { measureAgreement } from './compare-flows.ts';

interface Cited {
  text: string;
  quote?: string;
  support?: 'supported' | 'unsupported';
}

const turn = (documents: readonly string[], cited: readonly Cited[]) => {
  const citations = cited.map(({ text, quote = text, support = 'supported' }) => ({ text, quote, support }));
  const sources = documents.map((id) => ({ document_id: id, title: id }));
  // A cast: of the answer only its citations are looked at.
  return { latency_ms: 1, confidence: 1, sources, answer: { citations } } as unknown as ComparedTurn;
};

describe('measureAgreement', () => {
  it('tells shared documents and sentences from those that only one answer has', () => {
    const agreement = measureAgreement(
      turn(['a', 'b'], [{ text: 'Metformin is cheap.' }, { text: 'It is old.' }]),
      turn(['b', 'c'], [{ text: 'Metformin, they say, is cheap.', quote: 'Metformin is cheap.' }]),
    );
    expect(agreement).toEqual({
      shared_sources: [{ document_id: 'b', title: 'b' }],
      only_evidence: [{ document_id: 'a', title: 'a' }],
      only_research: [{ document_id: 'c', title: 'c' }],
      shared_quotes: ['Metformin is cheap.'],
      contradicting_numbers: [],
      source_overlap: 0.33,
    });
  });

  it('finds sentences alike but for their figures', () => {
    const evidence = 'Metformin reduced deaths by 36% in adults.';
    const research = 'Metformin reduced deaths by 12% in adults.';
    const found = measureAgreement(turn([], [{ text: evidence }]), turn([], [{ text: research }]));
    expect(found.contradicting_numbers).toEqual([{ evidence, research }]);
    expect(found.source_overlap).toBeNull();
  });

  it.each([
    ['another subject', { text: 'Vaccines prevented 12% of measles in schools.' }],
    ['the same figure', { text: 'Metformin reduced deaths by 36% in older adults.' }],
    ['no figure', { text: 'Metformin reduced deaths in adults.' }],
    [
      'nothing that holds',
      { text: 'Metformin reduced deaths by 12% in adults.', support: 'unsupported' as const },
    ],
  ])('finds no contradiction in %s', (_, other) => {
    const evidence = turn([], [{ text: 'Metformin reduced deaths by 36% in adults.' }]);
    expect(measureAgreement(evidence, turn([], [other])).contradicting_numbers).toEqual([]);
  });
});
