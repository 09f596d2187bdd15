import type { LRUCache } from 'lru-cache';
import { DOCUMENTS_CONTEXT, NOTHING_READABLE, supersededLabel } from '../../../../texts/desk.ts';
import { canonicalJson } from '../../../domain/canonical-json.ts';
import type { DeskSettings } from '../../../domain/desk-agents.ts';
import type { Language } from '../../../domain/language.ts';
import { fillTemplate } from '../../../domain/language.ts';
import { answerChance, howNear, type RankedPassage } from '../../../domain/passage.ts';
import { once, readPatterns } from '../../../language/read-lexicon.ts';
import type { PassageIndex, PassageQuery, Successor } from '../../../retrieval/passage-index.port.ts';
import type { Reranker } from '../../../retrieval/reranker.port.ts';
import { type FoundPassages, findPassages } from '../../../retrieval/search/find-passages.ts';
import { inReadingOrder, likelySentences } from '../../evidence/select-sentences.ts';
import { searchNotes } from '../../shared/search-notes.ts';
import type { PickedSentence, Replaced, ToolResult } from '../desk-work.ts';
import { pickSentences } from '../pick-sentences.ts';
import type { DeskTool, ToolCall } from './desk-tool.ts';
import { LABELLING } from './math/read-figures.ts';

const CANDIDATES = 40;
const KEPT = 8;
const ANSWER_SENTENCES = 3;

/** What tools found, and until when it holds. */
export type ToolCache = LRUCache<string, { result: ToolResult; until: number }>;

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
    const known = cache.get(key);
    if (known && known.until > context.clock()) return { ...known.result, cached: true };
    const result = await search(call);
    cache.set(key, { result, until: context.clock() + cache_ttl_seconds * 1_000 });
    return { ...result, cached: false };
  };

  async function search({ task, agent, access, question, language, context }: ToolCall): Promise<ToolResult> {
    const { query } = task;
    const wanted: PassageQuery = {
      query: searchWords(query, language),
      expansions: [],
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
    const isJudged = answerChance(found.read) !== null;
    // Where our own ranker has read them, the chance that they answer decides; otherwise how near their words come.
    const kept = found.kept.filter(({ scores }) => isJudged || scores.relevance >= min_relevance_score);
    const isAnswer = howNear(kept) === 'answers';
    const sentences = isAnswer ? pick(kept, found) : [];
    // What only comes near is no answer, but the figures of a sum may stand in it.
    const used = kept.filter(({ id }) => !isAnswer || sentences.some(({ passage_id }) => passage_id === id));
    // That a document was replaced is mentioned only if it would otherwise have been in the answer.
    const tellable = pick(all.kept, all).map(({ passage_id }) => passage_id);
    const titles = [...new Set(used.map(({ document }) => document.title))].join('; ');
    return {
      answer: sentences
        .slice(0, ANSWER_SENTENCES)
        .map(({ text }) => text)
        .join(' '),
      context:
        titles === '' ? NOTHING_READABLE[language] : fillTemplate(DOCUMENTS_CONTEXT[language], { titles }),
      passages: used,
      sentences,
      replaced: replaced.filter(({ document_id }) =>
        all.kept.some((passage) => passage.document_id === document_id && tellable.includes(passage.id)),
      ),
      cached: null,
    };

    function pick(some: readonly RankedPassage[], asked: FoundPassages): PickedSentence[] {
      if (answerChance(some) === null) return pickSentences(query, language, some, asked);
      const idOf = (source: number) => some[source - 1]?.id ?? '';
      return inReadingOrder(likelySentences(some)).map(({ text, source, score }) => ({
        text,
        passage_id: idOf(source),
        score,
      }));
    }

    function among(some: readonly RankedPassage[]) {
      return findPassages(
        { passages: { search: async () => ({ ...brought, passages: [...some] }) }, reranker },
        wanted,
        KEPT,
        query,
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

const cues = once(() => readPatterns('language/desk-cues', ['asks_earlier', 'asking_en', 'asking_vi'], 'iu'));
/** Told apart by its number: "grade 3" is a name, not an amount. */
const LABELLED = `(?<!\\p{L})(?:${LABELLING}) \\p{Lu}?\\d+(?![\\p{L}\\p{N}])|(?<!\\d)(?:19|20)\\d{2}(?!\\d)`;
/** An amount that the asker gives. */
const AMOUNT =
  /(?<![\p{L}\p{N}])\d+(?:[.,:]\d+)*(?: ?(?:triệu|nghìn|ngàn|tỷ|million|thousand|billion))?(?: ?(?:đồng|vnd|%|percent|per cent|phần trăm))?(?![\p{L}\p{N}])/giu;

/** A word that searches pass over: in its place two words that stood apart do not read as one. */
const APART: Readonly<Record<Language, string>> = { en: ' and ', vi: ' và ' };

/** What a query is about, without the amounts it gives and without how it asks; the whole where nothing else is left. */
export function searchWords(query: string, language: Language): string {
  const told = new RegExp(`(${LABELLED})|${AMOUNT.source}|${cues()[`asking_${language}`].source}`, 'giu');
  const about = query
    .replace(told, (_, label?: string) => label ?? APART[language])
    .replace(/\s+/gu, ' ')
    .trim();
  return /\p{L}{3,}/u.test(about.replaceAll(APART[language].trim(), '')) ? about : query;
}

const YEARS = /(?<!\d)(?:19|20)\d{2}(?!\d)/gu;

/** Leaves out the passages of documents that others have taken the place of, or labels them where just they are asked for. */
export function setAsideReplaced(
  passages: readonly RankedPassage[],
  successors: ReadonlyMap<string, Successor>,
  question: string,
  language: Language,
): { kept: RankedPassage[]; replaced: Replaced[] } {
  const years = new Set(question.match(YEARS) ?? []);
  const replaced = new Map<string, Replaced>();
  const kept = passages.flatMap((passage) => {
    const { document, document_id } = passage;
    const successor = successors.get(document_id);
    if (!successor) return [passage];
    const on = successor.created_at.slice(0, 10);
    const is_told = cues().asks_earlier.test(question) || years.has(String(document.year));
    replaced.set(document_id, { document_id, title: document.title, by: successor.title, on, is_told });
    const title = `${document.title} ${supersededLabel(on)[language]}`;
    return is_told ? [{ ...passage, document: { ...document, title } }] : [];
  });
  return { kept, replaced: [...replaced.values()] };
}
