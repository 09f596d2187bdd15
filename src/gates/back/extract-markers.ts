import type { RankedPassage } from '../../domain/passage.ts';
import { contentWords, shareOf } from '../../language/claim-words.ts';

/** Stands in the text where a marker was; a letter of nobody's, so that the text can be worked on meanwhile. */
export const MARK = '\ue000';

/**
 * A model's own citation marks: `[1]`, `[1, 2]`, `[^1]`, `[Source 1]`, `[Source: title, year]`. The white space
 * before one is only looked at from its beginning, or long runs of it would be read over and over.
 */
const MARKER =
  /(?<!\s)\s*\[((?:sources?|nguồn)(?!\p{L})[^\]\n]{0,200}|\s*\^?\d+(?:\s*(?:[,;–-]|and|và)\s*\^?\d+)*\s*)\]/giu;
/** A bracket that another opens after it: without it, no marker is left when the inner one is taken out. */
const OUTER_BRACKET = /\[(?=[^[\]\n]*\[)/gu;
/** `(PMID: 1)`, `(doi:…)`, `(https://…)`, `(Source: …)`. */
const REFERENCE = /(?<!\s)\s*\(((?:pmid|pmcid|doi|nct\d|https?:|sources?:|nguồn:)[^()\n]{0,200})\)/giu;
/** `(Smith et al., 2020)`. */
const AUTHOR_YEAR =
  /(?<!\s)\s*\((\p{Lu}[\p{L}'’-]{1,40}(?: (?:et al\.?|và cộng sự|(?:and|&|và) \p{Lu}[\p{L}'’-]{1,40}))?,? (?:19|20)\d\d[a-z]?)\)/gu;
const NAMES_SOURCE = /^(?:sources?|nguồn)\s*[:.]?\s*/iu;
/** Share of a mark's words that the title, journal or reference of the source it means must hold. */
const SAME_SOURCE_FROM = 0.5;

export interface ExtractedMarkers {
  /** The draft with `MARK` for each marker. */
  text: string;
  /** In the order of the marks: the sources that each names. */
  hints: number[][];
  /** Marks that name no source there is. */
  invented: number;
}

/** Takes a model's own marks out of its draft: what they name is a hint, where it exists, and an invention otherwise. */
export function extractMarkers(draft: string, evidence: readonly RankedPassage[]): ExtractedMarkers {
  const found: { at: number; named: number[] }[] = [];
  const quoted = evidence.map(({ text, document }) => `${document.title}\n${text}`).join('\n');
  const take = (all: string, inside: string): string => {
    // Words of a source are words, whatever they look like.
    if (!/^\s*\^?\d/u.test(inside) && quoted.includes(`(${inside})`)) return all;
    found.push({ at: found.length, named: sourcesNamed(inside, evidence) });
    return `${MARK}${found.length - 1}${MARK}`;
  };
  const marked = draft
    .replaceAll(MARK, '')
    .replace(OUTER_BRACKET, '')
    .replace(MARKER, take)
    .replace(REFERENCE, take)
    .replace(AUTHOR_YEAR, take);
  const hints: number[][] = [];
  const text = marked.replace(/\ue000(\d+)\ue000/gu, (_, at: string) => {
    hints.push(found[Number(at)]?.named ?? []);
    return MARK;
  });
  return { text, hints, invented: found.filter(({ named }) => named.length === 0).length };
}

/** The sources, by number, that a mark may mean. */
function sourcesNamed(mark: string, evidence: readonly RankedPassage[]): number[] {
  const name = mark.replace(NAMES_SOURCE, '');
  if (/^[\s\d^,;–-]*(?:(?:and|và)[\s\d^,;–-]*)*$/u.test(name)) {
    const numbers = (name.match(/\d{1,4}/gu) ?? []).map(Number);
    return numbers.filter((number) => number >= 1 && number <= evidence.length);
  }
  const words = contentWords(name);
  return evidence.flatMap(({ document }, i) => {
    const { title, journal, reference, pmid, url } = document;
    const isById = [pmid, url].some((id) => id !== null && id !== '' && name.includes(id));
    const known = contentWords(`${title} ${journal} ${reference ?? ''}`);
    const isByName = shareOf(words, known) >= SAME_SOURCE_FROM && !isDated(name, document.year, reference);
    return isById || isByName ? [i + 1] : [];
  });
}

/** Whether a mark gives a year that is not the source's. */
function isDated(name: string, year: number, reference: string | null): boolean {
  const given = /(?:19|20)\d\d/u.exec(name)?.[0];
  return given !== undefined && given !== String(year) && !(reference ?? '').includes(given);
}
