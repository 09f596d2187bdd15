import type { Answer } from '../../../src/domain/answer.ts';
import type { Texts } from '../text/texts.en.ts';
import { describeOrigin } from './describe-origin.ts';

/** A question and its answer as Markdown that stands by itself: the quotes, the references, and what to be careful about. */
export function exportMarkdown(question: string, answer: Answer, t: Texts): string {
  const quotes = answer.citations.map(
    ({ source_index, quote, support }) =>
      `- [${source_index}] “${quote.replace(/\s+/gu, ' ')}” (${t.support[support]})`,
  );
  const references = answer.sources.map(
    ({ index, title, evidence_level, url, pmid, ...source }) =>
      `${index}. ${title}. ${describeOrigin(source, t, answer.language)} (${t.evidence[evidence_level]})${pmid ? `, PMID ${pmid}` : ''}${url ? `, <${url}>` : ''}`,
  );
  return [
    `# ${question}`,
    answer.emergency ? `> **${answer.emergency.message}**` : '',
    answer.message,
    quotes.length > 0 ? `## ${t.quotes}\n\n${quotes.join('\n')}` : '',
    references.length > 0 ? `## ${t.sources}\n\n${references.join('\n')}` : '',
    `${t.confidence}: ${t.confidenceLevel[answer.confidence_level]} (${Math.round(answer.confidence * 100)} %)`,
    answer.degraded ? answer.degraded.message : '',
    answer.disclaimer === '' ? '' : `_${answer.disclaimer}_`,
    `Galen, ${answer.created_at}, ${answer.flow}, ${answer.id}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}
