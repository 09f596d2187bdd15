import { canonicalJson } from '../../../domain/canonical-json.ts';
import type { DeskSettings } from '../../../domain/desk-agents.ts';
import { fillTemplate } from '../../../domain/fill-template.ts';
import type { Bilingual } from '../../../domain/language.ts';
import type { RankedPassage } from '../../../domain/passage.ts';
import type { PassageIndex, PassageQuery } from '../../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import { findPassages } from '../../../retrieval/search/find-passages.ts';
import { searchNotes } from '../../shared/search-notes.ts';
import type { ToolResult } from '../desk-work.ts';
import { pickSentences } from '../pick-sentences.ts';
import type { DeskTool, ToolCall } from './desk-tool.ts';
import { everydayWords } from './everyday-words.ts';
import { searchWords } from './search-words.ts';
import { setAsideReplaced } from './set-aside-replaced.ts';
import type { ToolCache } from './tool-cache.ts';

const CANDIDATES = 40;
const KEPT = 8;
const ANSWER_SENTENCES = 3;
/** What is shown where nothing speaks of the question. */
const CLOSEST = 3;
/** Share of the relevance that an answer needs: what has less was found by chance. */
const CLOSE_FROM = 0.2;
/** Of what the rarest word of a query weighs: a word that nearly every rule has, "staff", brings nothing closer. */
const TELLING_SHARE = 0.4;

const CONTEXT: Bilingual = { en: 'From: {titles}', vi: 'Trích từ: {titles}' };
const NOTHING: Bilingual = {
  en: 'Nothing was found that may be read.',
  vi: 'Không tìm thấy tài liệu nào được phép đọc.',
};

export interface RagPorts {
  passages: PassageIndex;
  reranker: Reranker;
  settings: DeskSettings;
  cache: ToolCache;
}

/** Searches an agent's collections and departments, within what the asker may read. */
export function ragTool({ passages, reranker, settings, cache }: RagPorts): DeskTool {
  const { enable_caching, cache_ttl_seconds, min_relevance_score } = settings.workflow_config;

  return async (call) => {
    const { about_a_person, context } = call;
    // What speaks of a person is kept nowhere.
    if (!enable_caching || about_a_person)
      return { ...(await search(call)), cached: enable_caching ? false : null };
    const key = await keyOf(call);
    const known = cache.get(key, context.clock());
    if (known) return { ...known, cached: true };
    const found = await search(call);
    cache.set(key, found, context.clock() + cache_ttl_seconds * 1_000);
    return { ...found, cached: false };
  };

  async function search({ task, agent, access, question, language, context }: ToolCall): Promise<ToolResult> {
    const { query } = task;
    const wanted: PassageQuery = {
      query: searchWords(query, language),
      expansions: everydayWords(query, language),
      language,
      access,
      filters: {
        collections: agent?.collections ?? [],
        departments: agent?.departments ?? [],
        house_topics: agent?.domains ?? [],
      },
      limit: CANDIDATES,
      // Not even the order of what is found may tell of what may not be read.
      countsReadable: true,
      signal: context.signal,
    };
    const brought = await passages.search(wanted);
    const successors = await passages.successors(
      access,
      brought.passages.map(({ document_id }) => document_id),
    );
    const asked = `${question} ${query}`;
    const { kept: current, replaced } = setAsideReplaced(brought.passages, successors, asked, language);
    const all = await among(brought.passages);
    // What has been replaced is no measure of what has taken its place.
    const found = replaced.length === 0 ? all : await among(current);
    for (const data of searchNotes(found))
      context.emit({ type: 'note', data: { ...data, agent: task.agent } });
    const relevant = found.kept.filter(({ scores }) => scores.relevance >= min_relevance_score);
    const is_closest = relevant.length === 0;
    const kept = is_closest ? closestTo(found.candidates, min_relevance_score * CLOSE_FROM) : relevant;
    const rarest = Math.max(0, ...found.terms.map(({ weight }) => weight));
    const tellingFrom = is_closest ? rarest * TELLING_SHARE : 0;
    const sentences = pickSentences(query, language, kept, { ...found, tellingFrom });
    const used = kept.filter(({ id }) => sentences.some(({ passage_id }) => passage_id === id));
    // Only what would have been told is worth a word about having been replaced.
    const tellable = pickSentences(query, language, all.kept, all).map(({ passage_id }) => passage_id);
    const titles = [...new Set(used.map(({ document }) => document.title))].join('; ');
    return {
      answer: sentences
        .slice(0, ANSWER_SENTENCES)
        .map(({ text }) => text)
        .join(' '),
      context: titles === '' ? NOTHING[language] : fillTemplate(CONTEXT[language], { titles }),
      passages: used,
      sentences,
      replaced: replaced.filter(({ document_id }) =>
        all.kept.some((passage) => passage.document_id === document_id && tellable.includes(passage.id)),
      ),
      ...(is_closest && sentences.length > 0 ? { is_closest } : {}),
      cached: null,
    };

    function among(some: readonly RankedPassage[]) {
      return findPassages(
        { passages: { search: async () => ({ ...brought, passages: [...some] }) }, reranker },
        wanted,
        KEPT,
      );
    }
  }

  /** Two askers share a result only if they may read the same, and only as long as nothing of that has changed. */
  async function keyOf({ task, agent, access, question, language }: ToolCall): Promise<string> {
    const collections = [...(agent?.collections ?? [])].sort();
    const version = await passages.version(access, collections);
    return canonicalJson({
      version,
      tenant: access.tenant_id,
      scopes: [...access.scopes].sort(),
      departments: [...access.departments].sort(),
      collections,
      owned: [...(agent?.departments ?? [])].sort(),
      domains: [...(agent?.domains ?? [])].sort(),
      query: task.query,
      question,
      language,
      min_relevance_score,
    });
  }
}

/** The few that come nearest, where none is near enough to be an answer. */
function closestTo(candidates: readonly RankedPassage[], from: number): RankedPassage[] {
  return candidates.slice(0, CLOSEST).filter(({ scores }) => scores.relevance >= from);
}
