import { styleText } from 'node:util';
import * as texts from '../../../texts/command-line.ts';
import { type Answer, EmergencyNotice, type Source } from '../../domain/answer.ts';
import type { Proposal } from '../../domain/approval.ts';
import type { Agreement, Comparison } from '../../domain/compare.ts';
import { fillTemplate, type InLanguage, inLanguage, type Language } from '../../domain/language.ts';
import type { RunEvent } from '../../domain/run-record.ts';

/** The answer for a person: emergency first, then the text, its sources, and what to know about it. */
export function printAnswer(answer: Answer): void {
  const words = inLanguage(texts.ANSWER_WORDS, answer.language);
  const lines: string[] = [];
  if (answer.emergency) {
    const { message, quiet } = answer.emergency;
    lines.push(quiet ? paint('dim', message) : paint(['bold', 'red'], `⚠ ${message}`), '');
  }
  lines.push(answer.message, '');
  if (answer.sources.length > 0) {
    lines.push(paint(['bold'], words.sources));
    for (const source of documentsOf(answer.sources, words.page)) {
      const { title, evidence_level, pmid, numbers } = source;
      const link = pmid === null ? '' : ` PMID ${pmid}`;
      const level = texts.EVIDENCE_NAMES[evidence_level][answer.language];
      const name = /[.?!]$/u.test(title) ? title : `${title}.`;
      lines.push(`  ${numbers} ${name} ${describeOrigin(source, answer.language)} (${level})${link}`);
    }
    lines.push(
      '',
      `${words.confidence}: ${texts.CONFIDENCE_NAMES[answer.confidence_level][answer.language]} (${answer.confidence.toLocaleString(answer.language)})`,
    );
  }
  if (answer.follow_up_questions.length > 0) {
    lines.push('', paint(['bold'], words.next), ...answer.follow_up_questions.map((next) => `  ${next}`), '');
  }
  if (answer.degraded) lines.push(paint(['dim'], answer.degraded.message));
  if (answer.disclaimer !== '') lines.push(paint(['dim'], answer.disclaimer));
  lines.push(paint(['dim'], `${words.conversation}: ${answer.conversation_id}`));
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Sources are passages: those of one document share a line. */
function documentsOf(sources: readonly Source[], page: string): (Source & { numbers: string })[] {
  const documents = new Map<string, Source & { numbers: string }>();
  for (const source of sources) {
    const earlier = documents.get(source.document_id);
    const number = source.page === null ? `[${source.index}]` : `[${source.index}, ${page} ${source.page}]`;
    const numbers = earlier ? `${earlier.numbers} ${number}` : number;
    documents.set(source.document_id, { ...(earlier ?? source), numbers });
  }
  return [...documents.values()];
}

/** Colours on a terminal only. */
function paint(format: Parameters<typeof styleText>[0], text: string): string {
  return process.stdout.isTTY ? styleText(format, text) : text;
}

type Described = Pick<Source, 'source_type' | 'created_at' | 'year' | 'journal' | 'summary_of' | 'fictional'>;

/** Where a source comes from and when: what Galen tells in its own words says so. */
export function describeOrigin(source: Described, language: Language): string {
  const words = inLanguage(texts.SOURCE_WORDS, language);
  if (source.summary_of) return fillTemplate(words.summaryOf, { of: source.summary_of });
  const { source_type, created_at, year, journal, fictional } = source;
  // A policy is dated by its day; one that was handed in later than it was written is known by its year only.
  const isOfThatDay = source_type === 'policy' && created_at.startsWith(`${year}-`);
  const date = isOfThatDay ? created_at.slice(0, 10) : String(year ?? words.yearUnknown);
  return [...(journal === '' ? [] : [journal]), date, ...(fictional ? [words.fictional] : [])].join(', ');
}

const LABEL_WIDTH = 24;
const COLUMN_WIDTH = 12;

/** Two answers to one question, as a person reads them: each whole, then side by side, then what they agree on. */
export function printComparison({ evidence, research, agreement }: Comparison): void {
  const words = inLanguage(texts.COMPARISON_WORDS, research.answer.language);
  const row = (name: string, one: string | number, two: string | number) =>
    `${name.padEnd(LABEL_WIDTH)}${String(one).padEnd(COLUMN_WIDTH)}${two}`;
  const lines = [
    '── evidence ──',
    evidence.answer.message,
    '',
    '── research ──',
    research.answer.message,
    '',
    row('', 'evidence', 'research'),
    row(words.latency, Math.round(evidence.latency_ms), Math.round(research.latency_ms)),
    row(words.confidence, evidence.confidence, research.confidence),
    row(words.sources, evidence.sources.length, research.sources.length),
    row(words.calls, evidence.answer.usage.llm_calls, research.answer.usage.llm_calls),
    '',
    ...agreementLines(agreement, words),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function agreementLines(agreement: Agreement, words: InLanguage<typeof texts.COMPARISON_WORDS>): string[] {
  const { shared_sources, only_evidence, only_research, shared_quotes, contradicting_numbers } = agreement;
  const share =
    agreement.source_overlap === null ? words.none : `${Math.round(agreement.source_overlap * 100)} %`;
  const listed = (name: string, items: readonly string[]) =>
    items.length === 0 ? [`${name}: ${words.none}`] : [`${name}:`, ...items.map((item) => `  - ${item}`)];
  const titles = (sources: readonly { title: string }[]) => sources.map(({ title }) => title);
  const contradictions = contradicting_numbers.map((pair) => `${pair.evidence} ≠ ${pair.research}`);
  return [
    `${words.agreement}: ${share}`,
    ...listed(words.shared, titles(shared_sources)),
    ...listed(words.onlyEvidence, titles(only_evidence)),
    ...listed(words.onlyResearch, titles(only_research)),
    ...listed(words.quotes, shared_quotes),
    ...listed(words.numbers, contradictions),
  ];
}

/** One line per finished step, and an emergency as soon as it is known, on standard error. */
export function showEvent(event: RunEvent): void {
  if (event.type === 'note' && event.data.topic === 'emergency') {
    const { message, quiet } = EmergencyNotice.parse(event.data.notice);
    process.stderr.write(`${styleText(quiet ? 'dim' : ['bold', 'red'], `⚠ ${message}`)}\n`);
    return;
  }
  if (event.type !== 'step' || event.data.status === 'running') return;
  const { step, status, outcome, duration_ms } = event.data;
  const mark = status === 'done' ? styleText('green', '✓') : styleText('red', '✗');
  const took = styleText('dim', `${Math.round(duration_ms)} ms`);
  process.stderr.write(`${mark} ${step.padEnd(10)} ${outcome ?? status} ${took}\n`);
}

/** So much of a hash names the one proposal that somebody has looked at. */
export const SEEN = 12;

/** The command that approves what is shown here, and nothing else. */
export function howToDecide({ run_id, call_id, args_hash }: Proposal): string {
  return `galen approvals approve ${run_id} ${call_id} --seen ${args_hash.slice(0, SEEN)}`;
}
