import { NEXT_CLINIC_QUESTIONS, NEXT_QUESTIONS } from '../../../texts/answer.ts';
import type { FlowName } from '../../domain/ask.ts';
import { fillTemplate, inLanguage } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { screenUntrusted } from '../../gates/front/injection/detect-injection.ts';
import { wordsAlone } from '../../language/fold-diacritics.ts';
import { isAlarmed, type TurnState } from './turn-state.ts';

const MOST = 3;

/** What could be asked next, for flows that suggest nothing themselves: of documents the asker has just been shown. */
export function suggestQuestions(flow: FlowName, state: Partial<TurnState>): string[] {
  const { language = 'en', question = '', abstained, evidence = [], cited = [], emergency = null } = state;
  // Whoever must act now is not sent to read on.
  if (abstained && isAlarmed(emergency)) return [];
  const questions =
    flow === 'clinic'
      ? Object.values(inLanguage(NEXT_CLINIC_QUESTIONS, language))
      : abstained
        ? (abstained.searched.closest ?? []).map(({ title }) => aboutDocument(title))
        : ofDocuments(evidence, cited);
  const asked = wordsAlone(question);
  return [...new Set(questions)].filter((next) => isSound(next) && wordsAlone(next) !== asked).slice(0, MOST);

  /** What was found and not cited: other sections, then documents no farther than those cited; last what these say as a whole. */
  function ofDocuments(found: readonly RankedPassage[], used: readonly RankedPassage[]): string[] {
    const usedIds = new Set(used.map(({ id }) => id));
    const usedDocuments = new Set(used.map(({ document_id }) => document_id));
    const least = Math.min(...used.map(({ scores }) => scores.relevance));
    const others = found.filter(
      ({ document_id, document, scores }) =>
        !usedDocuments.has(document_id) && document.language === language && scores.relevance >= least,
    );
    const sections = found.filter(
      (passage) => usedDocuments.has(passage.document_id) && !usedIds.has(passage.id),
    );
    return [
      ...sections.flatMap(({ document: { title }, heading }) =>
        heading === '' || heading === title
          ? []
          : [fillTemplate(NEXT_QUESTIONS.section[language], { title, heading })],
      ),
      ...others.map(({ document }) => aboutDocument(document.title)),
      ...used.map(({ document }) => aboutDocument(document.title)),
    ];
  }

  function aboutDocument(title: string): string {
    // A question and its answer is asked as it stands.
    if (title.endsWith('?')) return title;
    return fillTemplate(NEXT_QUESTIONS.document[language], { title });
  }
}

/** A title that speaks to a model would be refused as a question, and is not to be offered as one. */
function isSound(question: string): boolean {
  return screenUntrusted(question).findings.length === 0;
}
