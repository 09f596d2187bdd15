import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import { isMade } from './made-passage.ts';

const QUESTION: Bilingual = {
  en: 'What does "{title}" say about: {heading}?',
  vi: '"{title}" quy định gì về: {heading}?',
};
const HEADING = /^#{2,3} (.{2,80})$/gmu;
const CLOSING = new Set(['áp dụng', 'application']);

/** What could be asked next: the other sections of what was found, which the asker may read. */
export function suggestQuestions(
  passages: readonly RankedPassage[],
  said: readonly string[],
  language: Language,
  most: number,
): string[] {
  const suggestions = passages
    .filter((passage) => !isMade(passage))
    .flatMap(({ text, document }) =>
      [...text.matchAll(HEADING)]
        .filter(({ 1: heading = '' }) => !CLOSING.has(heading.trim().toLowerCase()))
        // A section whose sentences were just quoted has been answered.
        .filter(({ index }) => !said.some((sentence) => sectionAt(text, index).includes(sentence)))
        .map(({ 1: heading = '' }) =>
          fillTemplate(QUESTION[language], { title: document.title, heading: heading.trim() }),
        ),
    );
  return [...new Set(suggestions)].slice(0, most);
}

function sectionAt(text: string, start: number): string {
  const next = text.indexOf('\n#', start + 1);
  return text.slice(start, next === -1 ? text.length : next);
}
