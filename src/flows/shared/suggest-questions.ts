import { NEXT_CLINIC_QUESTIONS, NEXT_QUESTIONS } from '../../../texts/answer.ts';
import type { FlowName } from '../../domain/ask.ts';
import { fillTemplate, inLanguage } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { screenUntrusted } from '../../gates/front/injection/detect-injection.ts';
import type { TurnState } from './turn-state.ts';

const MOST = 3;

/** What could be asked next, for flows that suggest nothing themselves: of documents the asker has just been shown. */
export function suggestQuestions(flow: FlowName, state: Partial<TurnState>): string[] {
  const { language = 'en', question = '', abstained, evidence = [], cited = [] } = state;
  const questions =
    flow === 'clinic'
      ? Object.values(inLanguage(NEXT_CLINIC_QUESTIONS, language))
      : abstained
        ? (abstained.searched.closest ?? []).map(({ title }) => aboutDocument(title))
        : ofDocuments(evidence, cited);
  const asked = plain(question);
  return [...new Set(questions)].filter((next) => isSound(next) && plain(next) !== asked).slice(0, MOST);

  /** First what was found and not cited: other documents, then other sections; last what the best one says as a whole. */
  function ofDocuments(found: readonly RankedPassage[], used: readonly RankedPassage[]): string[] {
    const usedIds = new Set(used.map(({ id }) => id));
    const usedDocuments = new Set(used.map(({ document_id }) => document_id));
    const others = found.filter(({ document_id }) => !usedDocuments.has(document_id));
    const sections = found.filter(
      (passage) => usedDocuments.has(passage.document_id) && !usedIds.has(passage.id),
    );
    return [
      ...others.map(({ document }) => aboutDocument(document.title)),
      ...sections.flatMap(({ document: { title }, heading }) =>
        heading === '' || heading === title
          ? []
          : [fillTemplate(NEXT_QUESTIONS.section[language], { title, heading })],
      ),
      ...used.map(({ document }) => aboutDocument(document.title)),
    ];
  }

  function aboutDocument(title: string): string {
    return fillTemplate(NEXT_QUESTIONS.document[language], { title });
  }
}

/** A title that speaks to a model would be refused as a question, and is not to be offered as one. */
function isSound(question: string): boolean {
  return screenUntrusted(question).findings.length === 0;
}

function plain(question: string): string {
  return question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
