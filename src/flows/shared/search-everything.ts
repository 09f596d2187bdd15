import { z } from 'zod';
import { RELATED } from '../../../texts/answer.ts';
import { type Access, accessOf, type Principal } from '../../domain/access.ts';
import type { AskRequest } from '../../domain/ask.ts';
import { levelsUpToGrade } from '../../domain/evidence-level.ts';
import type { Language } from '../../domain/language.ts';
import { type Expansion, howNear } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';
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
  const filters = { source_types, roles: rolesReadBy(principal), evidence_levels };
  const found = await findPassages(
    { passages: inForce(passages, access), reranker },
    { query, expansions, language, access, filters, limit: CANDIDATES, signal },
  );
  // What was read is judged sentence by sentence; the rest was only brought up.
  const seen = whatWasSeen(found.candidates, found.terms);
  const closest = found.read.length > 0 ? whatWasSeen(found.read, found.terms).closest : seen.closest;
  const searched = { query, source_types, min_evidence_level, ...seen, closest };
  return { ...found, searched: request.return_sources ? searched : { ...searched, closest: [] } };
}

/** What an answer of these passages is called, and what is said after it, where they only come near. */
export function relatedTo({ kept }: FoundPassages, language: Language) {
  const isRelated = kept.length > 0 && howNear(kept) === 'related';
  return isRelated ? { route: RELATED_ROUTE, closing: RELATED[language] } : {};
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
    }).extend({ quoted: z.boolean().default(false) }),
    outcomes: ['answered', 'nothing-found'],

    async run({ request, principal, language, question, history, quoted }, { signal, emit }) {
      // What was asked of certain kinds stays with them; what was quoted and did not hold would not hold again.
      if (request.source_types !== null || quoted || !reranker.judges) {
        return { outcome: 'nothing-found' as const };
      }
      const query = resolveFollowUp(question, history).question;
      const expansions = expandQuery(query, language);
      const asked = { request, principal, language, query, expansions, signal };
      const found = await searchEverything({ passages, reranker }, asked);
      for (const data of searchNotes(found)) emit({ type: 'note', data });
      const draft = quoteSentences(found.kept);
      if (draft === '') return { outcome: 'nothing-found' as const };
      const writes = {
        evidence: found.kept,
        searched: found.searched,
        draft,
        quoted: true,
        route: 'elsewhere',
        ...relatedTo(found, language),
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
