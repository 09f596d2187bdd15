import { z } from 'zod';
import { SUMMARY_WORDS } from '../../../texts/chart.ts';
import { inLanguage, type Language } from '../../domain/language.ts';
import { once, readPatterns } from '../../language/read-lexicon.ts';
import type { Period } from '../../language/read-period.ts';
import { stopWords } from '../../language/search-terms/analyze-text.ts';
import { splitProse } from '../../language/sentences.ts';
import type { Meaning } from '../../meaning/meaning.port.ts';
import type { ChartParts } from '../chart.port.ts';
import { Concept, conceptText, firstCode, listOf, words } from '../summary/lenient-fields.ts';
import { readNote } from '../summary/summarise-chart.ts';
import { fold } from './measurement-names.ts';

/** Something that a chart says in words: a sentence of a note, or an entry with what is written beside it. */
export interface ChartText {
  at: string | null;
  /** Of an entry, what it is of. */
  name?: string;
  /** As it is quoted: when, where, and the words themselves. */
  text: string;
}

/** How near texts are to each of some questions, up to 1. */
export type NearTexts = (questions: readonly string[], texts: readonly string[]) => Promise<number[][]>;

/** By meaning; where no model says, by the words that they share. */
export function nearTexts(meaning: Pick<Meaning, 'encode'> | null): NearTexts {
  return async (questions, texts) => {
    try {
      const vectors = (await meaning?.encode([...questions, ...texts])) ?? [];
      const [asked, told] = [vectors.slice(0, questions.length), vectors.slice(questions.length)];
      if (told.length > 0) return asked.map((one) => told.map((other) => likeness(one, other)));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'MeaningError') throw error;
    }
    return questions.map((question) => texts.map((text) => sharedWords(question, text)));
  };
}

function likeness(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, part, i) => sum + part * (other[i] ?? 0), 0);
}

const WORD = /[\p{L}\p{N}]{4,}/gu;

function sharedWords(question: string, text: string): number {
  const asked = (fold(question).match(WORD) ?? []).filter((word) => !stopWords().en.has(word));
  const told = new Set(fold(text).match(WORD));
  return asked.filter((word) => told.has(word)).length / Math.max(1, asked.length);
}

const Noted = z.object({
  code: Concept,
  medicationCodeableConcept: Concept,
  verificationStatus: Concept,
  clinicalStatus: Concept,
  status: words,
  statusReason: Concept,
  onsetDateTime: words,
  recordedDate: words,
  authoredOn: words,
  reaction: listOf(z.object({ manifestation: listOf(Concept), description: words })),
  dosageInstruction: listOf(z.object({ text: words })),
  note: listOf(z.object({ text: words })),
});
const WITHDRAWN = ['entered-in-error', 'refuted'];
const PAST = ['stopped', 'completed', 'cancelled', 'ended', 'resolved', 'inactive', 'remission'];

/** All that a chart says in words, the newest first. */
export function chartTexts(parts: ChartParts, language: Language): ChartText[] {
  const say = inLanguage(SUMMARY_WORDS, language);
  const entries = (heading: string, past: string, resources: readonly unknown[]) =>
    resources.flatMap((resource): ChartText[] => {
      const entry = Noted.parse(resource);
      const states = [entry.status, firstCode(entry.clinicalStatus), firstCode(entry.verificationStatus)];
      const name = conceptText(entry.code) ?? conceptText(entry.medicationCodeableConcept) ?? '?';
      const beside = [
        ...entry.dosageInstruction.map(({ text }) => text),
        ...entry.reaction.flatMap((one) => [...one.manifestation.map(conceptText), one.description]),
        conceptText(entry.statusReason),
        ...entry.note.map(({ text }) => text),
      ].filter(Boolean);
      if (states.some((state) => WITHDRAWN.includes(state ?? ''))) return [];
      const at = entry.onsetDateTime ?? entry.authoredOn ?? entry.recordedDate ?? null;
      const where = states.some((state) => PAST.includes(state ?? '')) ? past : heading;
      return [{ ...textOf(at, where, [name, ...beside].join('; ')), name }];
    });
  const notes = parts.notes.flatMap((note) => {
    const { at, title, text } = readNote(note) ?? { at: null, title: '', text: null };
    return splitProse(text ?? '', language).map((sentence) => textOf(at, title, sentence.text));
  });
  return [
    ...notes,
    ...entries(say.allergies, say.pastProblems, parts.allergies),
    ...entries(say.problems, say.pastProblems, parts.conditions),
    ...entries(say.medications, say.pastMedications, parts.medicationRequests),
  ].sort((one, two) => (two.at ?? '').localeCompare(one.at ?? ''));

  function textOf(at: string | null, heading: string, text: string): ChartText {
    const where = [at?.slice(0, 10) ?? say.undated, heading].join(', ');
    return { at, text: `${where}: ${text.replace(/\s+/gu, ' ').replace(/\.$/u, '')}` };
  }
}

/** Chosen on the tune part of evals/clinic: what is nearer answers; what is a little less near, where the patient is meant. */
export const NEAR = { sure: 0.4, likely: 0.3, beside: 0.08, inPeriod: 0.2 };
const PER_CLAUSE = 2;
const MAX_TEXTS = 4;
const clauseEnd = once(() => readPatterns('language/chart-question-cues', ['clause'], 'giu').clause);

/** The texts that answer a question, or a clause of it, the nearest first. */
export async function nearestTexts(
  question: string,
  texts: readonly ChartText[],
  { near, least, beside, period }: { near: NearTexts; least: number; beside: number; period: Period | null },
): Promise<ChartText[]> {
  const clauses = question.split(clauseEnd()).map((clause) => clause.trim());
  const asked = [...new Set([question, ...clauses])].filter((clause) => clause.length > 2);
  const chosen = new Map<ChartText, number>();
  const scores = await near(
    asked,
    texts.map(({ text }) => text),
  );
  for (const [at, ofClause] of scores.entries()) {
    const best = texts
      .map((text, i) => ({ text, score: scoreOf(text, asked[at] ?? '', ofClause[i] ?? 0) }))
      .sort((one, two) => two.score - one.score)
      .slice(0, PER_CLAUSE);
    const top = best[0]?.score ?? 0;
    for (const { text, score } of best)
      if (score >= Math.max(least, top - beside)) chosen.set(text, Math.max(score, chosen.get(text) ?? 0));
  }
  return [...chosen]
    .sort(([, one], [, two]) => two - one)
    .slice(0, MAX_TEXTS)
    .map(([text]) => text);

  /** What is named by its own name is meant; what is of the time that is named, more likely so. */
  function scoreOf({ at, name }: ChartText, clause: string, likeness: number): number {
    const time = Date.parse(at ?? '');
    const isThen = period !== null && time >= period.from && time < period.to;
    const isNamed = name !== undefined && sharedWords(name, clause) === 1;
    return Math.max(isNamed ? NEAR.sure : 0, likeness + (isThen ? NEAR.inPeriod : 0));
  }
}
