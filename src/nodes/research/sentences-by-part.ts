import { analyzeExpansions, termCredit } from '../../retrieval/search/score-terms.ts';
import { intentOf } from '../evidence/classify-intent.ts';
import { type Candidate, rankSentences, saysTheSame } from '../evidence/select-sentences.ts';
import { speaksOf, subjectOfPart } from './subject-of-part.ts';
import type { SynthesisInput } from './synthesis-input.ts';

const MAX_PER_PART = 5;
/** A sentence much weaker than the best one only dilutes it. */
const MIN_SHARE_OF_BEST = 0.45;

/** For each part of the question the sentences that answer it, the best first; one that fits two goes where it fits best. */
export function sentencesByPart(input: SynthesisInput): Candidate[][] {
  const ranked = input.sub_queries.map((_, part) => rankedFor(part, input));
  const best = ranked.map((candidates) => candidates[0]?.score ?? 1);
  const fits = new Map<string, number>();
  for (const [part, candidates] of ranked.entries()) {
    for (const candidate of candidates) {
      const fit = candidate.score / (best[part] ?? 1);
      fits.set(keyOf(candidate), Math.max(fit, fits.get(keyOf(candidate)) ?? 0));
    }
  }
  const taken = new Set<string>();
  return ranked.map((candidates, part) => {
    const own: Candidate[] = [];
    for (const candidate of candidates) {
      const fit = candidate.score / (best[part] ?? 1);
      const isMine = fit >= (fits.get(keyOf(candidate)) ?? 0) && !taken.has(keyOf(candidate));
      if (own.length === MAX_PER_PART || fit < MIN_SHARE_OF_BEST) break;
      if (!isMine || own.some((other) => saysTheSame(candidate, other))) continue;
      taken.add(keyOf(candidate));
      own.push(candidate);
    }
    return own;
  });
}

function rankedFor(part: number, input: SynthesisInput): Candidate[] {
  const { language, evidence, serves } = input;
  const found = input.found.findLast(({ sub_query }) => sub_query === part);
  const question = input.sub_queries[part]?.search ?? input.question;
  const numbers = evidence.flatMap((_, i) => (serves[i]?.includes(part) ? [i] : []));
  const candidates = rankSentences({
    question,
    language,
    intent: intentOf(question, language),
    evidence: numbers.flatMap((i) => evidence[i] ?? []),
    query_terms: found?.terms ?? [],
    expansions: found?.expansions ?? [],
  });
  const groups = analyzeExpansions(found?.expansions ?? [], language);
  const subject = subjectOfPart({ ...input, part, terms: found?.terms ?? [] });
  return (
    candidates
      .filter(({ terms, titleTerms }) => {
        const said = new Set([...terms, ...titleTerms]);
        return speaksOf(subject, (term) => termCredit(term, groups, said) > 0);
      })
      // A bar would end a table's cell.
      .filter(({ text }) => !text.includes('|'))
      .map((candidate) => ({ ...candidate, source: (numbers[candidate.source - 1] ?? 0) + 1 }))
  );
}

function keyOf({ source, position }: Candidate): string {
  return `${source}:${position}`;
}
