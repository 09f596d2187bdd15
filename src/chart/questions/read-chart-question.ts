import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import { drugSpansIn } from '../../language/drugs/drug-spans.ts';
import { once, readLexicon, readPatterns } from '../../language/read-lexicon.ts';
import { type Period, readPeriod } from '../../language/read-period.ts';
import { zoneClock } from '../../language/timezone.ts';
import type { ChartSeries } from '../summary/summarise-observations.ts';
import {
  byWords,
  findMeasurables,
  fold,
  isOf,
  type Measurable,
  type Mention,
  measurables,
  nearMeasurable,
} from './measurement-names.ts';

export type ChartSection = 'allergies' | 'medication' | 'conditions' | 'visits' | 'results';

/** A question for what a chart holds, as far as words tell. */
export interface ChartQuestion {
  /** In the order in which they are named. */
  measurables: Measurable[];
  sections: ChartSection[];
  /** Drugs that it names, in a question for medication or allergies. */
  drugs: string[];
  period: Period | null;
  asksWhen: boolean;
  asksSeries: boolean;
  /** The last so many. */
  atMost: number | null;
  asksFormer: boolean;
  asksNotes: boolean;
  atVisit: boolean;
  /** It asks for nothing else, and not how a thing is done: every word of it names what is asked for, or belongs to any such question. */
  isPlain: boolean;
  /** Beside an open chart it asks the chart, whatever else is said: for no leave, no advice, nothing about a drug or a disease. */
  isForOpen: boolean;
  /** Some of its words ask for what no value and no section is. */
  hasMore: boolean;
  /** Its words say that a patient's own values are meant, also where no chart is open. */
  isOfPatient: boolean;
}

/** Days of charts are those of UTC. */
const UTC = zoneClock('UTC');
/** A longer name is most likely none. */
const MAX_UNKNOWN = 2;
const MAX_LOOSE = 4;
const WORD = /[\p{L}\p{N}]+(?:[.,+/-][\p{L}\p{N}]+)*/gu;

const cues = once(() => ({
  ...readPatterns('language/chart-question-cues', [
    'series when former notes about_patient definition general takes results value now last_few joins around leave',
  ]),
  ...readPatterns('language/request-cues', ['judgement advice points_at_patient']),
  ...readPatterns('language/chart-question-cues', ['raised dose stripped frame'], 'gu'),
}));

/** The parts of a chart by the words that ask for them; values have names of their own. */
const sectionCues = once(() =>
  readPatterns('language/chart-question-cues', ['allergies medication conditions visits'], 'gu'),
);

interface Asked {
  now: number;
  /** What the chart has, where one is open. */
  own?: readonly ChartSeries[];
  /** Of the patient, which say nothing about what is asked. */
  names?: readonly string[];
}

/** Reads a question by what it names, and not by how it is put; null where it names nothing that a chart holds. */
export function readChartQuestion(text: string, { now, own = [], names = [] }: Asked): ChartQuestion | null {
  const typed = text.normalize('NFC');
  const kept = keptWords(typed);
  const folded = fold(kept);
  const strict = findMeasurables(kept, own);
  const section = sectionsIn(without(folded, strict));
  // "Blood pressure tablets" are tablets.
  const isOfDrugs = section.names.includes('medication') && !cues().joins.test(folded);
  const isBare = strict.length === 0 && section.names.length === 0;
  // Among many words a short name is more often another word.
  const isShort = folded.split(/\s+/u).length <= MAX_LOOSE;
  const isMeant = ({ measurable }: Mention) => isShort || own.some((series) => isOf(series, measurable));
  const loose = isBare ? findMeasurables(kept, own, { loose: true }).filter(isMeant) : strict;
  const mentions = isOfDrugs ? [] : loose;
  const few = cues().last_few.exec(folded);
  // "Before and after the dose was doubled in August": what lies on both sides of it.
  const isAround = cues().around.test(folded);
  const named = isAround ? null : periodIn(without(typed, mentions), now);
  const period = named && cues().now.test(folded) ? { ...named, to: now + 1 } : named;
  const takes = section.names.includes('medication') || cues().takes.test(folded);
  const drugs =
    mentions.length === 0 && (takes || section.names.includes('allergies')) ? drugSpansIn(folded) : [];
  const explained = [...mentions, ...(isOfDrugs ? strict : []), ...section.spans, ...drugs, ...spanOf(few)];
  const rest = [...folded.matchAll(WORD)].filter(
    ({ 0: word, index }) =>
      !explained.some(({ start, end }) => start < index + word.length && index < end) && tells(word, index),
  );
  const near =
    isBare && mentions.length === 0 ? rest.flatMap(([word]) => nearMeasurable(word, own) ?? []) : [];
  const found = [...new Set([...mentions.map(({ measurable }) => measurable), ...near])];
  const asked = found.length > 0 || !isBare ? found : unknownValue(rest.map(([word]) => word));
  const sections = asked.length > 0 ? [] : chosenSections();
  if (asked.length === 0 && sections.length === 0) return null;
  const asksSeries = few !== null || isAround || cues().series.test(folded);
  const isSure = found.length > 0 || sections.length > 0;
  const isPlain = !cues().general.test(folded) && (rest.length === near.length || !isSure);
  return {
    measurables: asked,
    sections,
    drugs: drugs.length === 0 ? [] : drugNamesIn(folded),
    period,
    asksWhen: cues().when.test(folded),
    asksSeries,
    atMost: few === null ? null : Number(few.groups?.en ?? few.groups?.vi),
    asksFormer: cues().former.test(folded),
    asksNotes: cues().notes.test(folded),
    atVisit: section.names.includes('visits') && !asksSeries,
    isPlain,
    isForOpen:
      isPlain || (isSure && isRecordAsked(typed, { isAround, isOfDrugs: drugs.length > 0 || takes })),
    hasMore: rest.length > near.length,
    isOfPatient: cues().about_patient.test(folded) || period !== null || !cues().definition.test(folded),
  };

  /** Whether a word says something that belongs to no question for a value. */
  function tells(word: string, index: number): boolean {
    if (/^\p{N}/u.test(word)) return period === null;
    const isFrame = blank(word, cues().frame).trim() === '';
    const isAnswered = blank(word, cues().raised).trim() === '' && mentions.some(({ end }) => end <= index);
    const isOfDrug = (drugs.length > 0 || takes) && blank(word, cues().dose).trim() === '';
    return !isFrame && !isAnswered && !isOfDrug && !isName(word);
  }

  function isName(word: string): boolean {
    return names.some((name) => fold(name).split(/\s+/u).includes(word));
  }

  /** "The last zinc level": something is asked for by a name that neither the table nor the chart has. */
  function unknownValue(words: readonly string[]): Measurable[] {
    const isAsked = cues().value.test(folded) && cues().about_patient.test(folded);
    const isNamed = words.length > 0 && words.length <= MAX_UNKNOWN;
    return isAsked && isNamed ? byWords(words, own) : [];
  }

  function chosenSections(): ChartSection[] {
    if (drugs.length > 0 && section.names.length === 0) return ['medication'];
    return section.names.length === 0 && cues().results.test(folded) ? ['results'] : section.names;
  }
}

/** Whether words ask for what is on record: for no leave and no advice, and about no drug or disease as such. */
export function isRecordAsked(text: string, { isAround = false, isOfDrugs = false } = {}): boolean {
  const folded = blank(fold(text), cues().stripped);
  const { general, leave, judgement, advice } = cues();
  if ([general, leave, judgement, advice].some((cue) => cue.test(folded))) return false;
  return isAround || isOfDrugs || drugSpansIn(folded).length === 0;
}

export function periodIn(text: string, now: number): Period | null {
  return readPeriod(marked(text), now, UTC);
}

export function pointsAtPatient(text: string): boolean {
  return cues().points_at_patient.test(fold(text));
}

/** Whether words name nothing, and with a name before them would ask for its values over time: "and the trend?". */
export function addsToChartQuestion(text: string, now: number): boolean {
  const alone = readChartQuestion(text, { now });
  // "The times before" are no visit where values are spoken of.
  if (
    alone !== null &&
    (alone.measurables.length > 0 || !alone.sections.includes('visits') || !alone.asksSeries)
  )
    return false;
  const [any = ''] = measurables()[0]?.names.en ?? [];
  const read = readChartQuestion(`${any} ${text}`, { now });
  return read?.isForOpen === true && (read.asksSeries || read.asksWhen || read.period !== null);
}

/** Without names, record numbers and what only sounds like a measurement; of the same length. */
function keptWords(typed: string): string {
  const folded = blank(fold(typed), cues().stripped);
  return folded.length === typed.length
    ? [...folded].map((letter, i) => (letter === ' ' ? ' ' : typed.charAt(i))).join('')
    : folded;
}

const timeWords = once(() => readLexicon('language/unmarked-time-words', ['unmarked', 'marked']));

/** Words of time with their marks, in a question that is typed without any. */
function marked(typed: string): string {
  if (fold(typed) !== typed.toLowerCase()) return typed;
  return timeWords().reduce(
    (text, { unmarked, marked: word }) => text.replace(new RegExp(`\\b${unmarked}\\b`, 'giu'), word),
    typed,
  );
}

function spanOf(match: RegExpExecArray | null): { start: number; end: number }[] {
  return match === null ? [] : [{ start: match.index, end: match.index + match[0].length }];
}

function sectionsIn(folded: string) {
  const all = Object.entries(sectionCues()).flatMap(([name, cue]) =>
    [...folded.matchAll(cue)].map(({ 0: words, index }) => ({
      name,
      start: index,
      end: index + words.length,
    })),
  );
  // "Dị ứng thuốc" asks for allergies alone.
  const found = all.filter(
    ({ name, start, end }) =>
      !all.some((other) => other.name !== name && other.start <= start && end <= other.end),
  );
  // A cast, because only these were read.
  const names = [...new Set(found.map(({ name }) => name))] as ChartSection[];
  return { names, spans: found };
}

/** "24 h urine protein" names no period, and "hút thuốc" no medicine. */
function without(text: string, spans: readonly { start: number; end: number }[]): string {
  return spans.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
}

function blank(text: string, pattern: RegExp): string {
  return text.replace(pattern, (words) => ' '.repeat(words.length));
}
