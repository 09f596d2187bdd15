import { z } from 'zod';
import { RELATED, STILL_OPEN } from '../../../texts/answer.ts';
import { type Access, accessOf, type Principal } from '../../domain/access.ts';
import type { AskRequest } from '../../domain/ask.ts';
import { levelsUpToGrade } from '../../domain/evidence-level.ts';
import { fillTemplate, type Language } from '../../domain/language.ts';
import { answerChance, type Expansion, howNear, type RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
import { questionsIn } from '../../language/find-question.ts';
import { expandQuery } from '../../language/search-terms/medical-terms.ts';
import type { PassageIndex } from '../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../retrieval/reranker.port.ts';
import { type FoundPassages, findPassages } from '../../retrieval/search/find-passages.ts';
import { rolesReadBy } from '../consult/roles.ts';
import { quoteSentences } from '../evidence/select-sentences.ts';
import { resolveFollowUp } from './resolve-follow-up.ts';
import { searchNotes, whatWasSeen } from './search-notes.ts';
import { RELATED_ROUTE, TurnState } from './turn-state.ts';

const CANDIDATES = 40;
/** Words alone do not tell where the answer is: without a ranker the question is put to the literature and to what was added. */
const BY_WORDS = ['pubmed', 'guidelines', 'upload'];

export interface SearchPorts {
  passages: PassageIndex;
  reranker: Reranker;
}

interface AskedAnywhere {
  request: Pick<AskRequest, 'source_types' | 'min_evidence_level' | 'return_sources'>;
  principal: Principal;
  language: Language;
  query: string;
  expansions: Expansion[];
  signal: AbortSignal;
}

/** Looks through all that the asker may read, unless they name kinds: the ranker tells where the answer is. */
export async function searchEverything({ passages, reranker }: SearchPorts, asked: AskedAnywhere) {
  const { request, principal, language, query, expansions, signal } = asked;
  const { min_evidence_level } = request;
  const access = accessOf(principal);
  const source_types = request.source_types ?? (reranker.judges ? null : BY_WORDS);
  const evidence_levels = levelsUpToGrade(min_evidence_level);
  // Words alone do not tell which passage answers which of several questions.
  const questions = reranker.judges ? standAlone(questionsIn(query, language)) : [query];
  const ports = { passages: inForce(passages, access), reranker };
  const searchFor = async (roles: string[]) => {
    const filters = { source_types, roles, evidence_levels };
    const searches = questions.map((one) => {
      const own = one === query ? expansions : expandQuery(one, language);
      const searched = { query: one, expansions: own, language, access, filters, limit: CANDIDATES, signal };
      return findPassages(ports, searched);
    });
    return joinFound(await Promise.all(searches), questions);
  };
  const [first = [], ...others] = rolesReadBy(principal);
  let found = await searchFor(first);
  // Kinds that were named hold no pairs for anybody.
  for (const roles of source_types === null ? others : [])
    if (!isAnswered(found)) found = await searchFor(roles);
  // What was read is judged sentence by sentence; the rest was only brought up.
  const seen = whatWasSeen(found.candidates, found.terms);
  const closest = found.read.length > 0 ? whatWasSeen(found.read, found.terms).closest : seen.closest;
  const searched = { query, source_types, min_evidence_level, ...seen, closest };
  return { ...found, searched: request.return_sources ? searched : { ...searched, closest: [] } };
}

function isAnswered({ kept, open }: FoundForQuestions): boolean {
  return kept.length > 0 && open.length === 0 && howNear(kept) === 'answers';
}

/** Each question with what it leans on in those before it. */
function standAlone(questions: readonly string[]): string[] {
  return questions.map((question, i) => {
    const before = questions.slice(0, i).map((text) => ({ author: 'asker' as const, text }));
    return resolveFollowUp(question, before).question;
  });
}

interface FoundForQuestions extends FoundPassages {
  /** Of several questions those that nothing surely answers. */
  open: string[];
}

/** What was found for each question as one: each passage once, its sentences with the question that they answer best. */
function joinFound(found: readonly FoundPassages[], questions: readonly string[]): FoundForQuestions {
  const [first] = found;
  if (first && found.length === 1) return { ...first, open: [] };
  const joined = new Map<string, RankedPassage>();
  for (const [question, { kept }] of found.entries()) {
    for (const passage of kept) {
      const own = forQuestion(passage, question);
      const known = joined.get(passage.id);
      joined.set(passage.id, known ? foundTwice(known, own) : own);
    }
  }
  return {
    kept: [...joined.values()],
    read: found.flatMap(({ read }) => read),
    candidates: found.flatMap(({ candidates }) => candidates),
    terms: found.flatMap(({ terms }) => terms),
    corrections: found.flatMap(({ corrections }) => corrections),
    expansions: found.flatMap(({ expansions }) => expansions),
    degraded: [...new Set(found.flatMap(({ degraded }) => degraded))],
    open: questions.filter((_, i) => {
      const kept = found[i]?.kept ?? [];
      return kept.length === 0 || howNear(kept) !== 'answers';
    }),
  };
}

/** A passage with which of several questions its sentences were read for. */
export function forQuestion(passage: RankedPassage, question: number): RankedPassage {
  const sentences = passage.sentences?.map((one) => ({ ...one, question }));
  return { ...passage, ...(sentences ? { sentences } : {}) };
}

/** A passage that two questions found: each sentence for the one that it answers better. */
export function foundTwice(one: RankedPassage, other: RankedPassage): RankedPassage {
  const sentences = one.sentences?.map((sentence) => {
    const again = other.sentences?.find(({ text }) => text === sentence.text);
    return again && again.answers > sentence.answers ? again : sentence;
  });
  const chance = answerChance([one, other]);
  const scores = { ...one.scores, ...(chance === null ? {} : { chance }) };
  return { ...one, scores, ...(sentences ? { sentences } : {}) };
}

/** What an answer of these passages is called, and what is said after it, where they only come near. */
export function relatedTo({ kept, open }: FoundForQuestions, language: Language) {
  if (kept.length === 0) return {};
  const isAnswered = kept.some((passage) => howNear([passage]) === 'answers');
  if (!isAnswered) return { route: RELATED_ROUTE, closing: RELATED[language] };
  if (open.length === 0) return {};
  const questions = open.map((question) => `"${question}"`).join(', ');
  return { closing: fillTemplate(STILL_OPEN[language], { questions }), is_partial: true };
}

/** Before a flow says that it found nothing where it looks: whether the answer stands somewhere else. */
export function lookElsewhere({ passages, reranker }: SearchPorts) {
  return defineNode({
    step: 'elsewhere',
    reads: TurnState.pick({
      request: true,
      principal: true,
      language: true,
      question: true,
      history: true,
    }).extend({ quoted: z.boolean().default(false), closing: z.string().default('') }),
    outcomes: ['answered', 'nothing-found'],

    async run({ request, principal, language, question, history, quoted, closing }, { signal, emit }) {
      // What was quoted and did not hold would not hold again.
      if (quoted || !reranker.judges) return { outcome: 'nothing-found' as const };
      const query = resolveFollowUp(question, history).question;
      const expansions = expandQuery(query, language);
      const asked = { request, principal, language, query, expansions, signal };
      const found = await searchEverything({ passages, reranker }, asked);
      for (const data of searchNotes(found)) emit({ type: 'note', data });
      const draft = quoteSentences(found.kept);
      if (draft === '') return { outcome: 'nothing-found' as const };
      const near = relatedTo(found, language);
      const writes = {
        evidence: found.kept,
        searched: found.searched,
        draft,
        quoted: true,
        is_partial: false,
        route: 'elsewhere',
        ...near,
        // Of what only comes near, the reader learns which part of the question is missing too.
        closing: near.closing === undefined ? '' : [...new Set([closing, near.closing])].join('\n\n').trim(),
      };
      return { outcome: 'answered' as const, writes };
    },
  });
}

/** Without the documents that others have taken the place of: an old rule is no answer to what holds now. */
function inForce(passages: PassageIndex, access: Access): Pick<PassageIndex, 'search'> {
  return {
    async search(query) {
      const found = await passages.search(query);
      const ids = found.passages.map(({ document_id }) => document_id);
      const successors = await passages.successors(access, ids);
      return { ...found, passages: found.passages.filter(({ document_id }) => !successors.has(document_id)) };
    },
  };
}
