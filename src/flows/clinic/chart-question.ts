import { CHART_ANSWERS } from '../../../texts/chart.ts';
import type { ChartAnswer } from '../../chart/questions/answer-chart-question.ts';
import { addsToChartQuestion, readChartQuestion } from '../../chart/questions/read-chart-question.ts';
import type { Language } from '../../domain/language.ts';
import type { Message } from '../../domain/run-record.ts';
import type { CallReport, ClinicState, EvidenceSection } from './clinic-state.ts';
import type { ToolName } from './clinic-tools.ts';
import { patientsFound } from './gather-evidence.ts';
import { chartPassages } from './read-patient.ts';
import { type ParsedRequest, parseRequest } from './request/parse-request.ts';
import { requestCues } from './request/request-cues.ts';

/** Any time will do: what is named does not depend on it. */
const SOME_TIME = Date.UTC(2026, 0, 1);

const READS_CHART: readonly ToolName[] = ['get_patient_chart', 'search_patient'];

/** "What did the ECG show?" asks for what is written of it. */
const SPEAKS_OF_CHART: readonly ToolName[] = [...READS_CHART, 'analyze_medical_image'];

/** Whether a request asks a patient's chart for something and asks for nothing else; `answer` is what the open chart has. */
export function asksChart(request: ParsedRequest, answer: ChartAnswer | null): boolean {
  const { text, parts, writes, drugs, cues, patient, content } = request;
  const isForChart = parts.every(({ named }) => named === null || SPEAKS_OF_CHART.includes(named));
  const isWeighed = cues.judgement && drugs.length > 0;
  const isOther = writes.length > 0 || content !== '' || isWeighed || cues.one_liner || cues.about_assistant;
  if (!isForChart || isOther) return false;
  if (answer !== null) return answer.is_plain;
  const read = readChartQuestion(text, { now: SOME_TIME, names: [patient] });
  if (!read?.isPlain) return false;
  return patient !== '' || cues.points_at_patient || read.isOfPatient;
}

/** The question about a chart that "and the trend?" or "in 2025?" goes on with; null for anything else. */
export function chartQuestionBefore(
  { text }: ParsedRequest,
  history: readonly Pick<Message, 'author' | 'text'>[],
): string | null {
  const goesOn = (words: string) => addsToChartQuestion(words, SOME_TIME);
  const before = history.findLast((said) => said.author === 'asker' && !goesOn(said.text))?.text ?? '';
  return goesOn(text) && asksChart(parseRequest(before), null) ? before : null;
}

/**
 * The patient that a conversation is about where no chart is open: of the last answer, where the request leans on it; of an
 * earlier one only where it says "his" or "her".
 */
export function patientSpokenOf(
  request: ParsedRequest,
  history: readonly Message[],
  leans: boolean,
): string | null {
  if (request.patient !== '') return null;
  const answers = history.filter(({ author }) => author === 'galen');
  const points = request.cues.points_at_patient;
  const told = (points ? answers : answers.slice(-1)).map(({ answer }) => answer?.output.patient_id);
  const known = told.findLast((id) => typeof id === 'string');
  return (points || leans || asksChart(request, null)) && typeof known === 'string' ? known : null;
}

/** "His" of a woman: whoever is meant, it is not the one that the conversation was about. */
export function isOfOtherSex({ folded }: ParsedRequest, gender: string | null): boolean {
  const [male, female] = [requestCues().male.test(folded), requestCues().female.test(folded)];
  return (gender === 'female' && male && !female) || (gender === 'male' && female && !male);
}

/** Whose chart an answer is about: the open one, or the only one that a search found. */
export function patientOfTurn({ clinical_context, reports = [] }: Partial<ClinicState>): string | null {
  const [only, ...others] = reports.flatMap(patientsFound);
  return clinical_context?.patient?.patient_id ?? (others.length === 0 ? (only?.id ?? null) : null);
}

/** Whether what the chart answers is all that a turn has to tell. */
export function isAllChart(reports: readonly CallReport[], proposals: readonly unknown[]): boolean {
  return (
    proposals.length === 0 &&
    reports.every(({ call, status }) => status === 'ok' && READS_CHART.includes(call.tool))
  );
}

/** Whether one half of a request asks the chart for something, beside what the other asks for. */
export function alsoAsksChart({ parts }: ParsedRequest, answer: ChartAnswer | null): boolean {
  const isAsked = (text: string) => readChartQuestion(text, { now: SOME_TIME })?.isForOpen === true;
  const isRead = ({ named }: { named: ToolName | null }) => named === null || READS_CHART.includes(named);
  const isTold = answer?.is_plain === true && answer.texts.length > 0;
  return parts.length > 1 && (isTold || parts.some((part) => isRead(part) && isAsked(part.text)));
}

interface Quoting {
  /** The line that names the patient, where no chart is open. */
  whose: string | null;
  question: string;
  language: Language;
  /** ISO 8601. */
  at: string;
}

/** The answer in the chart's own words, each with its number: the values first, then whose they are; a table closes it. */
export function quoteChartAnswer(
  { entries, texts }: ChartAnswer,
  { whose, question, language, at }: Quoting,
) {
  const lines = [...entries.map(({ text }) => text), ...texts, ...(whose === null ? [] : [whose])];
  const evidence = chartPassages('chart-answer', lines, { language, at });
  const sections: EvidenceSection[] = [{ kind: 'chart', query: question, from: 0, to: evidence.length }];
  const draft = lines.map((line, i) => `${line} [${i + 1}]`).join('\n');
  return { draft, closing: tableOf(entries, CHART_ANSWERS.date[language]), evidence, sections };
}

/** A column for each kind of value, a row for each day that has one, the newest first. */
function tableOf(entries: ChartAnswer['entries'], date: string): string {
  const columns = entries.filter(({ rows }) => rows.length > 0);
  if (columns.length === 0) return '';
  const days = [...new Set(columns.flatMap(({ rows }) => rows.map(({ at }) => at)))].sort().reverse();
  const valueOn = (day: string, { rows }: ChartAnswer['entries'][number]) =>
    rows
      .filter(({ at }) => at === day)
      .map(({ value }) => value)
      .join('; ');
  const table = [
    [date, ...columns.map(({ name }) => name)],
    ['---', ...columns.map(() => '---')],
    ...days.map((day) => [day, ...columns.map((column) => valueOn(day, column))]),
  ];
  return table.map((row) => `| ${row.join(' | ')} |`).join('\n');
}
