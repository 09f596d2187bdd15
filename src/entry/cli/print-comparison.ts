import type { Agreement, Comparison } from '../../domain/compare.ts';
import type { Language } from '../../domain/language.ts';

type Word =
  | 'latency'
  | 'confidence'
  | 'sources'
  | 'calls'
  | 'agreement'
  | 'shared'
  | 'onlyEvidence'
  | 'onlyResearch'
  | 'quotes'
  | 'numbers'
  | 'none';

const WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  en: {
    latency: 'Time (ms)',
    confidence: 'Confidence',
    sources: 'Documents cited',
    calls: 'Model calls',
    agreement: 'Agreement',
    shared: 'Cited by both',
    onlyEvidence: 'Only by evidence',
    onlyResearch: 'Only by research',
    quotes: 'Sentences both rest on',
    numbers: 'Figures that differ',
    none: 'none',
  },
  vi: {
    latency: 'Thời gian (ms)',
    confidence: 'Độ tin cậy',
    sources: 'Số tài liệu dẫn',
    calls: 'Số lần gọi mô hình',
    agreement: 'Mức đồng thuận',
    shared: 'Cả hai cùng dẫn',
    onlyEvidence: 'Chỉ evidence dẫn',
    onlyResearch: 'Chỉ research dẫn',
    quotes: 'Câu mà cả hai dựa vào',
    numbers: 'Con số khác nhau',
    none: 'không có',
  },
};

const LABEL_WIDTH = 24;
const COLUMN_WIDTH = 12;

/** Two answers to one question, as a person reads them: each whole, then side by side, then what they agree on. */
export function printComparison({ evidence, research, agreement }: Comparison): void {
  const words = WORDS[research.answer.language];
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

function agreementLines(agreement: Agreement, words: Readonly<Record<Word, string>>): string[] {
  const { shared_sources, only_evidence, only_research, shared_quotes, contradicting_numbers } = agreement;
  const share =
    agreement.source_overlap === null ? words.none : `${Math.round(agreement.source_overlap * 100)} %`;
  const listed = (name: string, items: readonly string[]) =>
    items.length === 0 ? [`${name}: ${words.none}`] : [`${name}:`, ...items.map((item) => `  - ${item}`)];
  return [
    `${words.agreement}: ${share}`,
    ...listed(
      words.shared,
      shared_sources.map(({ title }) => title),
    ),
    ...listed(
      words.onlyEvidence,
      only_evidence.map(({ title }) => title),
    ),
    ...listed(
      words.onlyResearch,
      only_research.map(({ title }) => title),
    ),
    ...listed(words.quotes, shared_quotes),
    ...listed(
      words.numbers,
      contradicting_numbers.map((pair) => `${pair.evidence} ≠ ${pair.research}`),
    ),
  ];
}
