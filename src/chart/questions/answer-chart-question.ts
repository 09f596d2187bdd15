import { z } from 'zod';
import { CHART_ANSWERS, SUMMARY_WORDS } from '../../../texts/chart.ts';
import { AskedSeries, type ChartMeasurement, type ChartSummary } from '../../domain/chart-summary.ts';
import { capitalised, fillTemplate, inLanguage, type Language } from '../../domain/language.ts';
import { drugNamesIn } from '../../language/drugs/drug-names.ts';
import type { ChartParts } from '../chart.port.ts';
import { Concept, conceptText, listOf, Period, words } from '../summary/lenient-fields.ts';
import { allergyText, EARLIER_SHOWN, medicationText, readableValue } from '../summary/summarise-chart.ts';
import { type ChartSeries, seriesOf, withTrend } from '../summary/summarise-observations.ts';
import { chartTexts, NEAR, type NearTexts, nearestTexts } from './chart-texts.ts';
import { findMeasurables, isOf, type Measurable, measurables } from './measurement-names.ts';
import {
  type ChartQuestion,
  type ChartSection,
  isRecordAsked,
  periodIn,
  pointsAtPatient,
  readChartQuestion,
} from './read-chart-question.ts';

/** A statement of a chart, and where several values were asked for, each of them. */
const Entry = z.object({
  /** Of what it tells, where that has one. */
  name: z.string(),
  text: z.string(),
  rows: z.array(z.object({ at: z.string(), value: z.string() })),
});

export const ChartAnswer = z.object({
  /** The question asks for this and for nothing else. */
  is_plain: z.boolean(),
  /** Some of its words ask for what no value and no section is. */
  has_more: z.boolean().optional(),
  entries: z.array(Entry),
  /** What the chart says in words of the rest. */
  texts: z.array(z.string()).default([]),
  series: z.array(AskedSeries),
});
export type ChartAnswer = z.infer<typeof ChartAnswer>;

const ROWS_SHOWN = 20;
const POINTS_KEPT = 200;
const TEXTS_TOLD = 3;

interface Asking {
  language: Language;
  /** ISO 8601. */
  now: string;
  /** Of the patient. */
  names: readonly string[];
}

/** What a chart has of what is asked for, the value first; null where the question names nothing that a chart holds. */
export function answerChartQuestion(
  text: string,
  parts: ChartParts,
  summary: ChartSummary,
  { language, now, names }: Asking,
): ChartAnswer | null {
  const own = withComputed(seriesOf(parts.observations), summary.labs);
  const read = readChartQuestion(text, { now: Date.parse(now), own, names });
  if (read === null) return null;
  const question: ChartQuestion = read;
  const say = inLanguage(SUMMARY_WORDS, language);
  const tell = inLanguage(CHART_ANSWERS, language);
  const visit = question.atVisit ? lastVisit(parts, now) : null;
  const asked = question.measurables.map((measurable) => ({
    measurable,
    found: own.filter((series) => isOf(series, measurable)).sort(newestFirst),
  }));
  const labs = question.sections.includes('results')
    ? own.filter(({ category }) => category === 'laboratory').sort(newestFirst)
    : [];
  const told = [...asked.flatMap(({ found }) => found), ...labs].filter(
    (series, i, all) => all.indexOf(series) === i,
  );
  const shown = told.map((series) => ({ series, values: valuesAsked(series) }));
  return {
    is_plain: question.isForOpen,
    has_more: question.hasMore,
    entries: [
      ...shown.map(({ series, values }) => entryOf(series, values)),
      ...asked.filter(({ found }) => found.length === 0).flatMap(({ measurable }) => missing(measurable)),
      ...question.sections.flatMap(sectionLines).map(stated),
      ...unread(),
    ],
    texts: [],
    series: shown
      .filter(({ values }) => values.length > 0)
      .map(({ series, values }) => pointsOf(series, values)),
  };

  /** The values that the question is about, newest first. */
  function valuesAsked({ values }: ChartSeries): ChartMeasurement[] {
    if (visit !== null) return values.filter(({ at }) => isWithin(at, visit));
    const { period, atMost } = question;
    if (period === null) return values.slice(0, atMost ?? values.length);
    const from = new Date(period.from).toISOString();
    const to = new Date(period.to - 1).toISOString();
    return values.filter(({ at }) => isWithin(at, { from, to }));
  }

  function entryOf(series: ChartSeries, values: readonly ChartMeasurement[]): ChartAnswer['entries'][number] {
    const { period, asksSeries, asksWhen } = question;
    const name = nameOf(series);
    const [latest] = values;
    if (latest === undefined) return stated(noneThen(name, series));
    const measured = withTrend(values) ?? latest;
    const isSeries = values.length > 1 && (asksSeries || period !== null);
    const line = lineOf(name, measured, { isSeries, asksWhen });
    if (!isSeries) return stated(line);
    const numbers = values.flatMap(({ number }) => number ?? []);
    const over = fillTemplate(numbers.length === values.length ? tell.over : tell.overWords, {
      latest: line,
      count: values.length,
      from: day(values.at(-1)?.at ?? null),
      to: day(latest.at),
      low: readableValue(String(Math.min(...numbers)), language),
      high: readableValue(String(Math.max(...numbers)), language),
    });
    const rows = values.slice(0, ROWS_SHOWN).map((value) => ({
      at: day(value.at),
      value: [amountOf(value), flagOf(value)].filter((part) => part !== null).join(', '),
    }));
    const text =
      values.length > ROWS_SHOWN ? fillTemplate(tell.newest, { line: over, shown: ROWS_SHOWN }) : over;
    return { name, text, rows };
  }

  /** "Potassium 5.1 mmol/L, high (reference 3.5–5), 2026-06-01; rising, before 4.5 (2026-01-01)". */
  function lineOf(
    name: string,
    value: ChartMeasurement,
    { isSeries, asksWhen }: { isSeries: boolean; asksWhen: boolean },
  ): string {
    const { at, trend, earlier, computed, is_final } = value;
    const range = rangeOf(value);
    const reference = range === null ? null : fillTemplate(tell.reference, { range });
    const flag = flagOf(value);
    const judged = flag !== null && reference !== null ? `${flag} (${reference})` : (flag ?? reference);
    const before = earlier
      .slice(0, isSeries ? 0 : EARLIER_SHOWN)
      .map((one) => `${readableValue(one.value, language)} (${day(one.at)})`)
      .join(', ');
    const what = [
      `${name} ${amountOf(value)}`,
      judged,
      asksWhen ? null : day(at),
      computed ? say.computed : null,
      is_final ? null : say.preliminary,
    ];
    const since = [trend && say.trends[trend], before && `${say.before} ${before}`];
    const line = [what, since]
      .map((part) => part.filter(Boolean).join(', '))
      .filter(Boolean)
      .join('; ');
    return asksWhen ? `${day(at)}: ${line}` : line;
  }

  function noneThen(name: string, { values: [latest] }: ChartSeries): string {
    const { period } = question;
    const told = latest === undefined ? '' : `${amountOf(latest)} (${day(latest.at)})`;
    return visit !== null
      ? fillTemplate(tell.noneAtVisit, { name, from: visit.from, latest: told })
      : fillTemplate(tell.noneThen, {
          name,
          from: day(new Date(period?.from ?? 0).toISOString()),
          to: day(new Date((period?.to ?? 1) - 1).toISOString()),
          latest: told,
        });
  }

  /** What was not measured may be told: "heart failure (LVEF 32 %)". */
  function missing(measurable: Measurable): ChartAnswer['entries'] {
    const told = chartTexts(parts, language).filter(
      (one) =>
        /\d/u.test(one.text) && findMeasurables(one.text, []).some((at) => at.measurable === measurable),
    );
    if (told.length > 0) return told.slice(0, TEXTS_TOLD).map(({ text }) => stated(text));
    const name = capitalised(measurable.names[language][0] ?? '');
    const days = own.flatMap(({ values }) => values.flatMap(({ at }) => at ?? [])).sort();
    const [first] = days;
    const text =
      first === undefined
        ? fillTemplate(tell.nothing, { name })
        : fillTemplate(tell.none, { name, from: day(first), to: day(days.at(-1) ?? first) });
    return [stated(text)];
  }

  function sectionLines(section: ChartSection): string[] {
    const { drugs, asksFormer, asksNotes } = question;
    const lines = summary.text.split('\n');
    const headed = (heading: string) => lines.filter((line) => line.startsWith(`${heading}: `));
    switch (section) {
      case 'allergies': {
        return aboutDrugs(drugs, headed(say.allergies), summary.allergies, allergyText, tell.notAllergic);
      }
      case 'medication': {
        const all = [...summary.medications, ...summary.past_medications];
        const past = asksFormer || drugs.length > 0 ? headed(say.pastMedications) : [];
        const lines = [...headed(say.medications), ...past];
        return aboutDrugs(drugs, lines, all, medicationText, tell.notTaken);
      }
      case 'conditions':
        return [...headed(say.problems), ...headed(say.pastProblems)];
      case 'visits':
        return [...visitLine(), ...(asksNotes ? headed(say.notes) : [])];
      case 'results':
        return labs.length === 0 ? headed(say.labs) : [];
    }
  }

  /** The entries of the drugs that were asked for; of one that is in none, that it is not, and what is. */
  function aboutDrugs<Recorded extends { text: string }>(
    drugs: readonly string[],
    lines: readonly string[],
    entries: readonly Recorded[],
    print: (entry: Recorded, words: typeof say) => string,
    template: string,
  ): string[] {
    if (drugs.length === 0) return [...lines];
    const known = entries.map((entry) => ({ entry, drugs: drugNamesIn(entry.text) }));
    const isIn = (drug: string) => known.some((one) => one.drugs.includes(drug));
    const found = known.filter((one) => one.drugs.some((drug) => drugs.includes(drug)));
    const absent = drugs.filter((drug) => !isIn(drug)).join(', ');
    const list = lines.join('; ');
    return [
      ...found.map(({ entry }) => print(entry, say)),
      ...(absent === '' ? [] : [fillTemplate(template, { drug: absent, list })]),
    ];
  }

  function visitLine(): string[] {
    const last = lastVisit(parts, now);
    if (last === null) return [`${tell.visit}: ${say.noneRecorded}`];
    return [`${tell.visit}: ${[last.from, ...last.about].join(', ')}`];
  }

  function unread(): ChartAnswer['entries'] {
    const remarks = parts.incomplete.length > 0 ? summary.remarks.slice(0, parts.incomplete.length) : [];
    return remarks.map(stated);
  }

  /** As the chart calls it; in Vietnamese with the Vietnamese name before it. */
  function nameOf(series: ChartSeries): string {
    const called = series.values[0]?.name ?? '';
    if (language === 'en') return called;
    const vietnamese = capitalised(measurables().find((one) => isOf(series, one))?.names.vi[0] ?? called);
    if (vietnamese.toLowerCase() === called.toLowerCase()) return called;
    return called.includes('(') ? `${vietnamese}, ${called}` : `${vietnamese} (${called})`;
  }

  function amountOf({ value, unit, name }: ChartMeasurement): string {
    const readable = readableValue(value, language);
    return unit === null || unit === name ? readable : `${readable} ${unit}`;
  }

  function flagOf({ flag }: ChartMeasurement): string | null {
    return flag && say.flags[flag];
  }

  function rangeOf({ range }: ChartMeasurement): string | null {
    if (range === null) return null;
    const [low, high] = [range.low, range.high].map((limit) =>
      limit === null ? null : readableValue(String(limit), language),
    );
    if (low !== null && high !== null) return `${low}–${high}`;
    return low === null ? `≤ ${high}` : `≥ ${low}`;
  }

  function day(at: string | null): string {
    return at === null ? say.undated : at.slice(0, 10);
  }
}

/** With what the chart says in words, where values and sections do not answer all of the question. */
export async function answerWithTexts(
  question: string,
  answer: ChartAnswer | null,
  { parts, language, now, near }: { parts: ChartParts; language: Language; now: string; near: NearTexts },
): Promise<ChartAnswer | null> {
  const isAsked = answer === null ? isRecordAsked(question) : answer.is_plain && answer.has_more;
  if (!isAsked || question.trim() === '') return answer;
  const isPointed = answer === null && pointsAtPatient(question);
  const found = await nearestTexts(question, chartTexts(parts, language), {
    near,
    least: isPointed ? NEAR.likely : NEAR.sure,
    beside: answer === null ? 1 : NEAR.beside,
    period: periodIn(question, Date.parse(now)),
  });
  const texts = found
    .map(({ text }) => text)
    .filter((text) => !answer?.entries.some((one) => one.text === text));
  if (answer !== null) return { ...answer, texts };
  if (texts.length === 0) return null;
  return { is_plain: true, has_more: true, entries: [], texts, series: [] };
}

function stated(text: string): ChartAnswer['entries'][number] {
  return { name: '', text, rows: [] };
}

/** What the summary has worked out itself stands with the values that were measured. */
function withComputed(series: readonly ChartSeries[], labs: readonly ChartMeasurement[]): ChartSeries[] {
  const computed = labs.filter((lab) => lab.computed);
  return [
    ...computed.map((lab) => ({ category: 'laboratory', values: [lab], names: [lab.name] })),
    ...series,
  ];
}

function pointsOf({ values: [latest], names }: ChartSeries, asked: readonly ChartMeasurement[]): AskedSeries {
  return {
    name: latest?.name ?? names[0] ?? '',
    codes: latest?.codes ?? [],
    unit: latest?.unit ?? null,
    range: latest?.range ?? null,
    points: asked
      .slice(0, POINTS_KEPT)
      .map(({ at, value, number, flag }) => ({ at, value, number, flag }))
      .reverse(),
  };
}

function newestFirst(one: ChartSeries, two: ChartSeries): number {
  return (two.values[0]?.at ?? '').localeCompare(one.values[0]?.at ?? '');
}

const Visit = z.object({
  status: words,
  period: Period,
  type: listOf(Concept),
  reasonCode: listOf(Concept),
  serviceType: Concept,
});

/** The newest encounter that has begun, by its days. */
function lastVisit({ encounters }: ChartParts, now: string) {
  const visits = encounters.flatMap((encounter) => {
    const { status, period, type, reasonCode, serviceType } = Visit.parse(encounter);
    const from = period?.start?.slice(0, 10);
    const isMeant = !['entered-in-error', 'cancelled', 'planned'].includes(status ?? '');
    if (from === undefined || from > now.slice(0, 10) || !isMeant) return [];
    const about = [...type, serviceType, ...reasonCode].flatMap((concept) => conceptText(concept) ?? []);
    return [{ from, to: period?.end?.slice(0, 10) ?? from, about }];
  });
  return visits.sort((one, two) => two.from.localeCompare(one.from))[0] ?? null;
}

/** By days, or by times where both have them. */
function isWithin(at: string | null, { from, to }: { from: string; to: string }): boolean {
  if (at === null) return false;
  const time = Date.parse(at.length === 4 ? `${at}-12-31` : at);
  return (
    time >= Date.parse(from) && time <= (to.length === 10 ? Date.parse(to) + 86_399_999 : Date.parse(to))
  );
}
