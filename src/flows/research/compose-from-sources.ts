import * as texts from '../../../texts/research.ts';
import { type Bilingual, capitalised, type Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { analyzeExpansions, termCredit } from '../../retrieval/search/score-terms.ts';
import { intentOf } from '../evidence/classify-intent.ts';
import {
  type Candidate,
  inReadingOrder,
  rankSentences,
  saysTheSame,
  selectSentences,
} from '../evidence/select-sentences.ts';
import type { SynthesisInput } from './steps/synthesize-answer.ts';
import type { SubQuery } from './sub-query.ts';
import { speaksOf, subjectOfPart, tellingTermsOf } from './subject-of-part.ts';

const MAX_TEXT = 2;
const MAX_PER_PART = 5;
const MAX_PER_TIME = 3;
const MAX_PER_STEP = 2;
const MAX_NAME = 80;
/** A sentence much weaker than the best one only dilutes it. */
const MIN_SHARE_OF_BEST = 0.45;

const CHANGED =
  /\b(?:changed|replaced|no longer|revised|updated|previously|superseded|instead of|new in)\b|thay đổi|thay thế|không còn|trước đây|cập nhật/iu;

/** An answer in the sources' own sentences, in the form its kind of question asks for; empty when they have none. */
export function composeFromSources(input: SynthesisInput): string {
  if (input.sub_queries.length < 2)
    return selectSentences({ ...askedOf(0, input), evidence: input.evidence });
  const parts = sentencesByPart(input);
  if (parts.every((sentences) => sentences.length === 0)) return '';
  if (input.type === 'COMPARATIVE') return composeComparison(input, parts);
  return input.type === 'TEMPORAL' ? composeTimes(input, parts) : composeSteps(input, parts);
}

/** What sentences are chosen by for a part of the question. */
function askedOf(part: number, { question, language, found, sub_queries }: SynthesisInput) {
  const { terms = [], expansions = [] } = found.findLast(({ sub_query }) => sub_query === part) ?? {};
  const asked = sub_queries[part]?.search ?? question;
  return { question: asked, language, intent: intentOf(asked, language), query_terms: terms, expansions };
}

/** Step by step, in the order of the parts; a part that the sources say nothing of has no step. */
function composeSteps({ sub_queries }: SynthesisInput, parts: readonly Candidate[][]): string {
  const names = nameParts(sub_queries.map(({ query }) => query));
  const steps = parts.flatMap((sentences, part) => {
    const name = names[part] ?? '';
    const text = inReadingOrder(sentences.slice(0, MAX_PER_STEP)).map(written).join(' ');
    if (text === '') return [];
    return [name === '' || name.length > MAX_NAME ? text : `**${name}:** ${text}`];
  });
  return steps.map((step, i) => `${i + 1}. ${step}`).join('\n');
}

/** Before and after: each time under its years, each sentence with the year its source was published in, if known. */
function composeTimes(input: SynthesisInput, parts: readonly Candidate[][]): string {
  const { sub_queries, evidence, language } = input;
  const times = parts.flatMap((sentences, part) => {
    const subQuery = sub_queries[part];
    if (sentences.length === 0 || subQuery === undefined) return [];
    const yearOf = ({ source }: Candidate) => evidence[source - 1]?.document.year ?? 0;
    const items = sentences
      .slice(0, MAX_PER_TIME)
      .sort((a, b) => yearOf(a) - yearOf(b) || a.source - b.source || a.position - b.position)
      .map((sentence) => ({ ...sentence, year: yearOf(sentence) }))
      .map(({ year, text, source }) => `- ${year === 0 ? '' : `**${year}:** `}${text} [${source}]`);
    return [`**${titleOf(subQuery, language)}**\n${items.join('\n')}`];
  });
  const said = parts.flat().some(({ text }) => CHANGED.test(text));
  return [...times, ...(said || times.length < 2 ? [] : [texts.NOT_A_CHANGE[language]])].join('\n\n');
}

/** The years asked for; a part without any goes by its own words. */
function titleOf({ query, year_from, year_to }: SubQuery, language: Language): string {
  const fill = (text: Bilingual) =>
    text[language].replace('{from}', String(year_from)).replace('{to}', String(year_to));
  if (year_from === null) return year_to === null ? query : fill(texts.BEFORE_YEAR);
  return year_to === null ? fill(texts.AFTER_YEAR) : fill(texts.AFTER_YEAR_TO);
}

/** For each part of the question the sentences that answer it, the best first; one that fits two goes to the first. */
function sentencesByPart(input: SynthesisInput): Candidate[][] {
  const taken = new Set<string>();
  return input.sub_queries.map((_, part) => {
    const own: Candidate[] = [];
    const candidates = rankedFor(part, input);
    for (const candidate of candidates) {
      const key = `${candidate.source}:${candidate.position}`;
      const fit = candidate.score / (candidates[0]?.score ?? 1);
      if (own.length === MAX_PER_PART || fit < MIN_SHARE_OF_BEST) break;
      if (taken.has(key) || own.some((other) => saysTheSame(candidate, other))) continue;
      taken.add(key);
      own.push(candidate);
    }
    return own;
  });
}

function rankedFor(part: number, input: SynthesisInput): Candidate[] {
  const { language, evidence, serves } = input;
  const asked = askedOf(part, input);
  const numbers = evidence.flatMap((_, i) => (serves[i]?.includes(part) ? [i] : []));
  const candidates = rankSentences({ ...asked, evidence: numbers.flatMap((i) => evidence[i] ?? []) });
  const groups = analyzeExpansions(asked.expansions, language);
  const subject = subjectOfPart({ ...input, part, terms: asked.query_terms });
  return (
    candidates
      .filter(({ terms, titleTerms, question: answered }) => {
        // Our own ranker has said of each sentence which part it answers best.
        if (answered !== undefined) return answered === part;
        const said = new Set([...terms, ...titleTerms]);
        return speaksOf(subject, (term) => termCredit(term, groups, said) > 0);
      })
      // A bar would end a table's cell.
      .filter(({ text }) => !text.includes('|'))
      .map((candidate) => ({ ...candidate, source: (numbers[candidate.source - 1] ?? 0) + 1 }))
  );
}

const MAX_ROWS = 3;

/** Share of a side's words by which a sentence names it: "blockers" alone are of many kinds. */
const NAMED_FROM = 0.6;

/** Side by side, the best of each side first, then what the sources say of all at once. */
function composeComparison(input: SynthesisInput, parts: readonly Candidate[][]): string {
  const { language } = input;
  const names = nameParts(input.sub_queries.map(({ query }) => query));
  const both = speakingOfAll(input, parts);
  const columns = parts.map((sentences) => sentences.filter((sentence) => !both.includes(sentence)));
  const count = Math.min(MAX_ROWS, Math.max(...columns.map(({ length }) => length)));
  const rows = Array.from({ length: count }, (_, row) =>
    line(['', ...columns.map((column) => written(column[row]))]),
  );
  const table = [line(['', ...names]), line(['---', ...names.map(() => '---')]), ...rows];
  const text = both.slice(0, MAX_TEXT).map(written).join(' ');
  const isSeparate = input.serves.every((served) => served.length < parts.length);
  const isOneSided = columns.some((column) => column.length === 0);
  const remark = isSeparate && both.length === 0 && !isOneSided ? texts.NOT_COMPARED[language] : '';
  return [count > 0 ? table.join('\n') : '', text, remark].filter((part) => part !== '').join('\n\n');
}

/** Sentences that name what is compared, all of it, in whatever words. */
function speakingOfAll(
  { sub_queries, language }: SynthesisInput,
  parts: readonly Candidate[][],
): Candidate[] {
  const sidesIn = sidesNamedBy(sub_queries, language);
  return parts
    .flat()
    .filter(({ terms }) => sidesIn(terms) === sub_queries.length)
    .sort((a, b) => b.score - a.score);
}

/** Of passages that our own ranker has read the sentences that compare: they name two or more of the things compared. */
export function comparing(
  passages: readonly RankedPassage[],
  sub_queries: readonly SubQuery[],
  language: Language,
): RankedPassage[] {
  const sidesIn = sidesNamedBy(sub_queries, language);
  return passages
    .map(({ sentences = [], ...passage }) => ({
      ...passage,
      sentences: sentences.filter(
        ({ text }) => sidesIn(new Set(analyzeText(text, passage.document.language))) > 1,
      ),
    }))
    .filter(({ sentences }) => sentences.length > 0);
}

/** How many of the things compared a sentence of these terms names. */
function sidesNamedBy(
  sub_queries: readonly SubQuery[],
  language: Language,
): (said: ReadonlySet<string>) => number {
  const sides = nameParts(sub_queries.map(({ query }) => query)).map((name, part) => ({
    terms: [...tellingTermsOf(name, language)],
    groups: analyzeExpansions(sub_queries[part]?.expansions ?? [], language),
  }));
  return (said) =>
    sides.filter(({ terms, groups }) => {
      const named = terms.filter((term) => termCredit(term, groups, said) > 0);
      return named.length > 0 && named.length / terms.length >= NAMED_FROM;
    }).length;
}

function written(candidate: Candidate | undefined): string {
  return candidate === undefined ? '' : `${candidate.text} [${candidate.source}]`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** What tells parts apart: their words without those that all of them begin or end with. */
export function nameParts(queries: readonly string[]): string[] {
  const words = queries.map((query) => query.trim().split(/\s+/u));
  const shortest = Math.min(...words.map((list) => list.length));
  const isCommon = (at: (list: readonly string[]) => string | undefined) =>
    new Set(words.map((list) => at(list)?.toLowerCase())).size === 1;
  let head = 0;
  while (head < shortest - 1 && isCommon((list) => list[head])) head += 1;
  let tail = 0;
  while (tail < shortest - head - 1 && isCommon((list) => list[list.length - 1 - tail])) tail += 1;
  if (queries.length < 2) return [...queries];
  // "Type 1" is a name, "1" is none.
  const isNumbered = words.some((list) => /^\P{L}+$/u.test(list[head] ?? ''));
  if (isNumbered && head > 0) head -= 1;
  return words.map((list) => capitalised(withoutEdges(list.slice(head, list.length - tail).join(' '))));
}

/** A preposition whose object was common to all names nothing. */
function withoutEdges(name: string): string {
  const bare = name.replace(/[\s,:]+(?:for|of|in|on|with|cho|của|ở|trong|về)$/iu, '').trim();
  return bare === '' ? name : bare;
}
