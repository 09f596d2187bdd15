import { z } from 'zod';
import { SUMMARY_WORDS } from '../../../texts/chart.ts';
import {
  CHART_CHANGED_SINCE,
  FURTHER_FINDINGS,
  PROPOSAL_STATES,
  SAFETY_TITLE,
  TOOL_LABELS,
} from '../../../texts/clinic.ts';
import { SEVERITY_WORDS } from '../../../texts/safety.ts';
import { needsReason, type Proposal } from '../../domain/approval.ts';
import { ChartSummary } from '../../domain/chart-summary.ts';
import { capitalised, fillTemplate, type Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { contentWords } from '../../language/claim-words.ts';
import { once, readCuePatterns } from '../../language/read-lexicon.ts';
import { analyzeText } from '../../language/search-terms/analyze-text.ts';
import { expandQuery } from '../../language/search-terms/medical-terms.ts';
import { splitProse } from '../../language/sentences.ts';
import { citePassage } from '../../tools/make-citable.ts';
import { type Intent, intentOf } from '../evidence/classify-intent.ts';
import { selectSentences } from '../evidence/select-sentences.ts';
import type { CallReport, ClinicalContext, EvidenceSection, PatientSummary } from './clinic-state.ts';
import type { EvidenceFit } from './fit-evidence.ts';
import { chartPassages, ownAt } from './read-patient.ts';
import { foldForCues } from './request/request-cues.ts';

const MAX_PASSAGES = 30;

interface Gathered {
  evidence: RankedPassage[];
  sections: EvidenceSection[];
}

/** All that an answer may rest on, in the order it was found: the chart, what tools said, and what could not be done. */
export function gatherEvidence(from: {
  question: string;
  language: Language;
  at: string;
  patient: PatientSummary | null;
  reports: readonly CallReport[];
  proposals: readonly Proposal[];
  /** What of the passages that a tool found may be told. */
  fitting?: EvidenceFit['passages'];
}): Gathered {
  const { question, language, at, patient, reports, proposals, fitting = (passages) => [...passages] } = from;
  const evidence: RankedPassage[] = [];
  const sections: EvidenceSection[] = [];
  const known = new Set<string>();
  const readChart = reports.some(
    ({ call, passages }) => call.tool === 'get_patient_chart' && passages.length > 0,
  );
  if (patient && !readChart) add('chart', question, patient.passages);
  for (const report of reports) {
    const isChart = report.call.tool === 'get_patient_chart';
    const passages = isChart ? ofChart(report) : fitting(report.passages);
    add(isChart ? 'chart' : 'tool', isChart ? question : report.call.query || question, passages);
    // Whoever was found is named by the chart that was then read.
    if (report.status === 'ok' && report.call.tool === 'search_patient' && readChart) continue;
    const kind = report.status === 'ok' ? 'verdict' : 'notice';
    tell(kind, `call-${report.call.call_id}`, report.call.tool, describeReport(report, language));
    tell('notice', `unchecked-${report.call.call_id}`, report.call.tool, report.unchecked?.[language] ?? '');
  }
  for (const proposal of proposals)
    tell('notice', `proposal-${proposal.call_id}`, proposal.tool, describeProposal(proposal, language));
  return { evidence, sections };

  function ofChart(report: CallReport): RankedPassage[] {
    const lines = linesOfChart(report);
    return lines === null
      ? report.passages
      : chartPassages(`chart-${report.call.call_id}`, lines, { language, at });
  }

  function add(kind: EvidenceSection['kind'], query: string, passages: readonly RankedPassage[]): void {
    const fresh = passages.filter(({ id }) => !known.has(id)).slice(0, MAX_PASSAGES - evidence.length);
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.add(id);
    sections.push({ kind, query, from: evidence.length, to: evidence.length + fresh.length });
    evidence.push(...fresh);
  }

  function tell(kind: Told, id: string, tool: string, text: string): void {
    if (text === '') return;
    // What could not be done is told however much was found.
    const notice = makeNotice({ kind, id, title: labelOf(tool), text, language, at });
    sections.push({ kind, query: '', from: evidence.length, to: evidence.length + 1 });
    evidence.push(notice);
  }

  /** As a person reads it; a tool of another server has its own name alone. */
  function labelOf(tool: string): string {
    const label = Object.entries(TOOL_LABELS).find(([name]) => name === tool)?.[1][language] ?? tool;
    return capitalised(label);
  }
}

const FoundPatients = z.object({ patients: z.array(ChartSummary.shape.patient.omit({ age: true })) });
type FoundPatient = z.infer<typeof FoundPatients>['patients'][number];

const ReadChart = z.object({
  patient: z.object({ name: z.string() }),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
});

const Impression = z.object({ description: z.string(), model: z.string() });

/** Tools whose verdict in words belongs to the answer even when they found what they looked for. */
const TELLS_VERDICT: ReadonlySet<string> = new Set(['check_drug_interactions']);

export function patientsFound({ call, output }: CallReport): FoundPatient[] {
  if (call.tool !== 'search_patient') return [];
  const parsed = FoundPatients.safeParse(output);
  return parsed.success ? parsed.data.patients : [];
}

export function patientLine({ name, birth_date, gender, identifiers }: FoundPatient): string {
  return [name, gender, birth_date, ...identifiers].filter((part) => part !== null && part !== '').join(', ');
}

/** The lines of a chart that was read, the first with the patient's name; null where it was no chart, or of another form. */
function linesOfChart({ call, output }: CallReport): string[] | null {
  const parsed = call.tool === 'get_patient_chart' ? ReadChart.safeParse(output) : null;
  if (!parsed?.success) return null;
  const { patient, sections } = parsed.data;
  return sections.map(({ heading, text }, i) => `${heading}: ${i === 0 ? `${patient.name}, ${text}` : text}`);
}

/** What an answer has to tell of a call besides what can be quoted; empty where that says it all. */
function describeReport(report: CallReport, language: Language): string {
  const { call, status, message, output } = report;
  if (status !== 'ok' || TELLS_VERDICT.has(call.tool)) return message[language];
  const patients = patientsFound(report);
  if (patients.length > 0) return patients.map(patientLine).join('\n');
  const impression = call.tool === 'analyze_medical_image' ? Impression.safeParse(output) : null;
  if (impression?.success) return `${message[language]}\n${impression.data.description}`;
  return report.passages.length === 0 ? message[language] : '';
}

/** Names and numbers of everyone the run has met: the open patient, and those that a search found. */
export function withheldFrom({ patient }: ClinicalContext, reports: readonly CallReport[]): string[] {
  const found = reports.flatMap(patientsFound).flatMap(({ name, identifiers }) => [name, ...identifiers]);
  return [...new Set([...(patient?.withheld ?? []), ...found])];
}

/** A write that waits, with what is severe against it, and how much else there is to read before a yes. */
export function describeWaiting({ summary, findings }: Proposal, language: Language): string {
  const severe = findings.filter(needsReason);
  const count = findings.length - severe.length;
  return [
    `- ${summary}`,
    ...severe.map(({ severity, message }) => `  - ${SEVERITY_WORDS[severity][language]}: ${message}`),
    ...(count > 0 ? [fillTemplate(FURTHER_FINDINGS[language], { count })] : []),
  ].join('\n');
}

function describeProposal({ state, summary, result }: Proposal, language: Language): string {
  const template =
    state === 'failed' && result === 'CHART_CHANGED' ? CHART_CHANGED_SINCE : PROPOSAL_STATES[state];
  return fillTemplate(template[language], { summary });
}

/** A verdict answers what was asked; a notice only says why nothing does, and makes for little confidence. */
const RELEVANCE = { verdict: 0.8, warning: 0.8, notice: 0.4 };
type Told = keyof typeof RELEVANCE;

/** What the tables hold against drugs, line by line after all that was gathered. */
export function addHeld(
  { evidence, sections }: Gathered,
  kind: 'warning' | 'notice',
  lines: readonly string[],
  { language, at }: { language: Language; at: string },
): void {
  for (const text of lines) {
    const notice = { kind, id: `held-${evidence.length}`, title: SAFETY_TITLE[language], text, language, at };
    sections.push({ kind, query: '', from: evidence.length, to: evidence.length + 1 });
    evidence.push(makeNotice(notice));
  }
}

/** What became of a call, as a passage: an answer that tells it cites it like anything else. */
export function makeNotice(notice: {
  kind: Told;
  id: string;
  title: string;
  text: string;
  language: Language;
  /** ISO 8601. */
  at: string;
}): RankedPassage {
  const { kind, id, title, text, language, at } = notice;
  const document = {
    id,
    title,
    language,
    source_type: 'tool_report',
    evidence_level: 'expert_opinion',
    journal: 'Galen',
    ...ownAt(at),
  } as const;
  return citePassage(document, { id: `${id}#0`, heading: '', text, start: 0 }, RELEVANCE[kind]);
}

const CHART_LINES = 6;
const FIRST_SENTENCES = 2;
const MAX_STATEMENTS = 6;
const MIN_WORDS = 5;
/** The line of a chart that says whose it is: shown with whatever else is. */
const WHOSE = /^(?:patient|bệnh nhân)$/iu;
const MARK = /\[(\d{1,3})\](?=\s|$)/gu;

interface QuoteInput {
  question: string;
  language: Language;
  /** A judgement is asked for: the chart's mainstays belong to the answer. */
  isJudgement: boolean;
  evidence: readonly RankedPassage[];
  sections: readonly EvidenceSection[];
}

/** An answer in the sources' own sentences, origin by origin, each with its source's number. */
export function quoteEvidence(input: QuoteInput): string {
  const { question, language, sections } = input;
  const quoted = sections.map((section) => (section.kind === 'chart' ? '' : quoteSection(section, input)));
  const alternatives = expandQuery(question, language).flatMap((expansion) => expansion.alternatives);
  const spoken = contentWords([question, ...alternatives, ...quoted].join(' '));
  // A judgement leads with what it comes to; the chart stands behind it, and then what could not be done.
  const place = ({ kind }: EvidenceSection) => (input.isJudgement ? ['chart', 'notice'].indexOf(kind) : 0);
  return sections
    .map((section, i) => ({
      at: place(section),
      text: section.kind === 'chart' ? quoteChart(section, input, spoken) : quoted[i],
    }))
    .toSorted((a, b) => a.at - b.at)
    .flatMap(({ text }) => text || [])
    .join('\n');
}

/** The lines of a chart that a question is about; of its measurements and its past, for a judgement, what is spoken of. */
function quoteChart(
  { query, from, to }: EvidenceSection,
  { evidence, isJudgement }: QuoteInput,
  spoken: ReadonlySet<string>,
): string {
  const passages = evidence.slice(from, to);
  const [first] = passages;
  const whose = first && WHOSE.test(first.heading) ? [{ text: first.text, position: 0 }] : [];
  const lines = chartLines(query, passages, { isJudgement, limit: CHART_LINES });
  return [...whose, ...lines.filter(({ position }) => whose.length === 0 || position > 0)]
    .flatMap(({ text, position }) =>
      (isJudgement ? bearingItems(text, spoken) : [text]).map((item) => `${item} [${from + position + 1}]`),
    )
    .join('\n');
}

/** What every judgement about a drug rests on, whole; of longer lists it has what it speaks of. */
const { allergies, pastProblems, pastMedications } = SUMMARY_WORDS;
const MAINSTAYS = new Set<string>([allergies.en, allergies.vi]);
const OVER = new Set([pastProblems, pastMedications].flatMap(({ en, vi }): string[] => [en, vi]));

/** The items of a line that bear on what is spoken of, each under the name of its list; kidneys and potassium always do. */
function bearingItems(line: string, spoken: ReadonlySet<string>): string[] {
  const [, heading = '', list = ''] = /^([^:;]{2,60}): (.*)$/su.exec(line) ?? [];
  const items = list.split('; ');
  if (MAINSTAYS.has(heading) || (items.length < 2 && !OVER.has(heading))) return [line];
  const always = chartSections().find(({ name }) => name === 'results')?.asked ?? /(?!)/u;
  const bearing = items.filter((item) => {
    const name = item.split(/\d/u)[0] ?? '';
    return always.test(foldForCues(name)) || [...contentWords(name)].some((word) => spoken.has(word));
  });
  return bearing.length === items.length ? [line] : bearing.map((item) => `${heading}: ${item}`);
}

/**
 * What could not be checked, what was left out and what became of writes: told whatever else is said. `isCited`: with the
 * numbers of sources; without them, for an answer that cites none.
 */
export function quoteNotices({ evidence, sections }: Gathered, { isCited }: { isCited: boolean }): string {
  return sections
    .filter(({ kind }) => kind === 'notice')
    .map(({ from }) => (isCited ? allLines(evidence[from], from + 1) : (evidence[from]?.text ?? '')))
    .join('\n');
}

/** What is warned of, each with its source's number; of `lines` alone where they are given. */
export function quoteWarnings({ evidence, sections }: Gathered, lines?: readonly string[]): string {
  return sections
    .filter(({ kind, from }) => kind === 'warning' && (lines?.includes(evidence[from]?.text ?? '') ?? true))
    .map(({ from }) => allLines(evidence[from], from + 1))
    .join('\n');
}

function quoteSection(section: EvidenceSection, input: QuoteInput): string {
  const { evidence, language } = input;
  const { kind, query, from, to } = section;
  const passages = evidence.slice(from, to);
  // A warning stands before what it is about, wherever that is.
  if (kind === 'warning') return '';
  if (kind !== 'tool') return allLines(passages[0], from + 1);
  const stated = passages.filter(isStatement).slice(0, MAX_STATEMENTS);
  const others = passages.filter((passage) => !isStatement(passage));
  const numberOf = (passage: RankedPassage) => from + 1 + passages.indexOf(passage);
  return [
    ...stated.map((passage) => {
      const lines = allLines(passage, numberOf(passage));
      return passage.document.source_type === 'calculation' ? lines : lines.replaceAll('\n', ' ');
    }),
    selectFrom(others),
  ]
    .filter((part) => part !== '')
    .join('\n');

  function selectFrom(prose: RankedPassage[]): string {
    const [first] = prose;
    if (first === undefined) return '';
    const selected = selectSentences({
      question: query,
      language,
      intent: intentFor(input),
      evidence: prose,
      query_terms: [...new Set(analyzeText(query, language))].map((term) => ({ term, weight: 1 })),
      expansions: expandQuery(query, language),
    });
    if (selected !== '')
      return selected.replace(MARK, (mark, number: string) => {
        const passage = prose[Number(number) - 1];
        return passage === undefined ? mark : `[${numberOf(passage)}]`;
      });
    // A tool has ranked what it gives: where no word of the query is in it, its first sentences stand for it.
    return stated.length > 0 ? '' : allLines(first, numberOf(first), FIRST_SENTENCES);
  }
}

/** A row of the drug tables, or a check against the chart, is one statement: what may happen and what to do. Half of it misleads. */
function isStatement({ document }: RankedPassage): boolean {
  return ['drug_table', 'chart', 'calculation'].includes(document.source_type);
}

/** A judgement that asks for nothing else is about what to do. */
function intentFor({ question, language, isJudgement }: QuoteInput): Intent {
  const intent = intentOf(question, language);
  return intent === 'disease_info' && isJudgement ? 'treatment' : intent;
}

/** Its sentences with their source's number, line by line: all of them, or the `first` that are more than a heading. */
function allLines(passage: RankedPassage | undefined, number: number, first = 0): string {
  if (!passage) return '';
  const isShown = (text: string) => first === 0 || text.split(/\s+/u).length >= MIN_WORDS;
  let left = first || Number.POSITIVE_INFINITY;
  return passage.text
    .split('\n')
    .map((line) => {
      const sentences = splitProse(line, passage.document.language).filter(({ text }) => isShown(text));
      const shown = sentences.slice(0, left);
      left -= shown.length;
      return shown.map(({ text }) => `${text} [${number}]`).join(' ');
    })
    .filter((line) => line !== '')
    .join('\n');
}

/** Sections of a chart, by words of a question for them and by words that head them; both without marks. */
const chartSections = once(() => {
  const cues = readCuePatterns('language/chart-sections', ['section', 'said']);
  const cueOf = (name: string, said: string) =>
    cues.find(({ keys }) => keys[0] === name && keys[1] === said)?.cue ?? /(?!)/u;
  return [...new Set(cues.map(({ keys: [name = ''] }) => name))].map((name) => ({
    name,
    asked: cueOf(name, 'asked'),
    section: cueOf(name, 'heading'),
  }));
});
/** What a judgement about a drug always needs. */
const ALWAYS = ['allergies', 'medication', 'results', 'conditions'];

/**
 * The lines of a chart that a question is about, each with the place of its passage among those given; for a judgement also
 * those that no judgement does without.
 */
export function chartLines(
  question: string,
  passages: readonly RankedPassage[],
  { isJudgement, limit }: { isJudgement: boolean; limit: number },
) {
  const folded = foldForCues(question);
  const wanted = chartSections().filter(
    ({ name, asked }) => asked.test(folded) || (isJudgement && ALWAYS.includes(name)),
  );
  const sections = wanted.length === 0 ? chartSections() : wanted;
  const lines = passages.flatMap((passage, position) =>
    splitProse(passage.text, passage.document.language).map(({ text }) => ({
      text,
      position,
      head: foldForCues(`${passage.heading} ${text.split(/[:,]/u)[0] ?? ''}`),
      words: wordsOf(text),
    })),
  );
  const asked = wordsOf(question);
  const scored = lines.map((line, order) => ({
    line,
    order,
    score:
      (sections.some(({ section }) => section.test(line.head)) ? 2 : 0) +
      [...line.words].filter((word) => asked.has(word)).length,
  }));
  const best = scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, limit);
  // A chart whose lines no question word or heading tells apart is shown from its beginning.
  const shown = best.length > 0 ? best : scored.slice(0, limit);
  return shown.sort((a, b) => a.order - b.order).map(({ line: { text, position } }) => ({ text, position }));
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldForCues(text).match(/[\p{L}\p{N}]{4,}/gu) ?? []);
}
