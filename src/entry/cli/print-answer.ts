import { styleText } from 'node:util';
import type { Answer, ConfidenceLevel, Source } from '../../domain/answer.ts';
import type { EvidenceLevel } from '../../domain/evidence-level.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import { sourceDate } from './source-date.ts';

const WORDS: Readonly<
  Record<Language, Record<'sources' | 'page' | 'confidence' | 'next' | 'conversation', string>>
> = {
  en: {
    sources: 'Sources',
    page: 'p.',
    confidence: 'Confidence',
    next: 'You could ask next',
    conversation: 'Conversation',
  },
  vi: {
    sources: 'Nguồn',
    page: 'tr.',
    confidence: 'Độ tin cậy',
    next: 'Có thể hỏi tiếp',
    conversation: 'Cuộc trò chuyện',
  },
};

const CONFIDENCE: Readonly<Record<ConfidenceLevel, Bilingual>> = {
  high: { en: 'high', vi: 'cao' },
  medium: { en: 'medium', vi: 'trung bình' },
  low: { en: 'low', vi: 'thấp' },
};

const EVIDENCE: Readonly<Record<EvidenceLevel, Bilingual>> = {
  systematic_review: { en: 'systematic review', vi: 'tổng quan hệ thống' },
  meta_analysis: { en: 'meta-analysis', vi: 'phân tích gộp' },
  rct: { en: 'randomised trial', vi: 'thử nghiệm ngẫu nhiên' },
  clinical_guideline: { en: 'guideline', vi: 'hướng dẫn lâm sàng' },
  cohort_study: { en: 'cohort study', vi: 'nghiên cứu thuần tập' },
  case_report: { en: 'case report', vi: 'báo cáo ca bệnh' },
  expert_opinion: { en: 'expert opinion', vi: 'ý kiến chuyên gia' },
};

/** The answer for a person: emergency first, then the text, its sources, and what to know about it. */
export function printAnswer(answer: Answer): void {
  const words = WORDS[answer.language];
  const lines: string[] = [];
  if (answer.emergency) {
    const { message, quiet } = answer.emergency;
    lines.push(quiet ? paint('dim', message) : paint(['bold', 'red'], `⚠ ${message}`), '');
  }
  lines.push(answer.message, '');
  if (answer.sources.length > 0) {
    lines.push(paint(['bold'], words.sources));
    for (const source of documentsOf(answer.sources, words.page)) {
      const { title, journal, evidence_level, pmid, numbers } = source;
      const link = pmid === null ? '' : ` PMID ${pmid}`;
      const level = EVIDENCE[evidence_level][answer.language];
      const name = /[.?!]$/u.test(title) ? title : `${title}.`;
      lines.push(`  ${numbers} ${name} ${journal}, ${sourceDate(source)} (${level})${link}`);
    }
    lines.push(
      '',
      `${words.confidence}: ${CONFIDENCE[answer.confidence_level][answer.language]} (${answer.confidence})`,
    );
  }
  if (answer.follow_up_questions.length > 0) {
    lines.push('', paint(['bold'], words.next), ...answer.follow_up_questions.map((next) => `  ${next}`));
  }
  if (answer.degraded) lines.push(paint(['dim'], answer.degraded.message));
  lines.push(
    paint(['dim'], answer.disclaimer),
    paint(['dim'], `${words.conversation}: ${answer.conversation_id}`),
  );
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
