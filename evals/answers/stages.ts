import { demoPrincipal } from '../../src/app/auth/demo-principals.ts';
import type { Galen } from '../../src/app/compose.ts';
import { accessOf } from '../../src/domain/access.ts';
import { answerChance } from '../../src/domain/passage.ts';
import { rolesReadBy } from '../../src/flows/consult/roles.ts';
import { detectLanguage } from '../../src/gates/front/detect-language.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import { findPassages } from '../../src/retrieval/search/find-passages.ts';
import { type Corpus, isFrom, loadQuestions, type Part, saysFacts } from './measure.ts';
import { withCorpus } from './with-corpus.ts';

/**
 * `npx tsx evals/answers/stages.ts sample|foreign PART [topics.jsonl]`: at which stage the answers to answerable questions are lost.
 */
const [corpus = 'sample', part = 'tune', topics] = process.argv.slice(2) as [Corpus, Part, string?];
await withCorpus({ corpus, ...(topics === undefined ? {} : { topics }) }, async (galen) => {
  const lost = new Map<string, number>();
  for (const question of await loadQuestions(corpus, part)) {
    if (!question.answerable) continue;
    const stage = await stageOf(galen, question);
    lost.set(stage.name, (lost.get(stage.name) ?? 0) + 1);
    console.log(
      `${stage.name.padEnd(26)} ${stage.detail} ${question.id} ${question.language} ${question.message}`,
    );
  }
  console.log(Object.fromEntries(lost));
});

async function stageOf(galen: Galen, asked: Awaited<ReturnType<typeof loadQuestions>>[number]) {
  const { message, as, facts, document } = asked;
  const language = detectLanguage(message);
  const principal = demoPrincipal(as);
  const { read, candidates } = await findPassages(galen, {
    query: message,
    expansions: expandQuery(message, language),
    language,
    access: accessOf(principal),
    filters: { roles: rolesReadBy(principal).at(-1) ?? [] },
    limit: 40,
    signal: new AbortController().signal,
  });
  const own = (passage: (typeof candidates)[number]) =>
    isFrom({ document_id: passage.document_id, title: passage.document.title }, document ?? '');
  const holding = (passage: (typeof candidates)[number]) => own(passage) && saysFacts(passage.text, facts);
  const bySearch = [...candidates].sort((a, b) => b.scores.final - a.scores.final).findIndex(holding);
  const byRanker = candidates.findIndex(holding);
  const chance = (answerChance(read) ?? 0).toFixed(2);
  const sentences = read
    .flatMap((passage) => (passage.sentences ?? []).map((one) => ({ ...one, own: own(passage) })))
    .sort((a, b) => b.answers - a.answers)
    .map(({ text }) => text);
  const said = (count: number) => saysFacts(sentences.slice(0, count).join(' '), facts);
  const detail = `${String(bySearch).padStart(2)} ${String(byRanker).padStart(2)} ${chance}`;
  if (bySearch < 0) return { name: '1 not among 40', detail };
  if (bySearch >= 10) return { name: '2 not among 10 read', detail };
  if (!read.some(holding)) return { name: '3 not kept', detail };
  if (!said(5)) return { name: '4 other sentences', detail };
  return { name: said(1) ? '6 first sentence' : '5 among five', detail };
}
