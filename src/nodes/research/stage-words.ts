import type { Language } from '../../domain/language.ts';
import type { Expansion } from '../../domain/passage.ts';

/** What the stages of care are called in sources: a protocol says "give" and "start", not "immediate interventions". */
const STAGE_WORDS: Readonly<Record<Language, readonly Expansion[]>> = {
  en: [
    {
      phrase: 'initial assessment and diagnosis',
      alternatives: ['diagnosed', 'diagnosis', 'recognise', 'recognition', 'criteria', 'assess', 'suspected'],
    },
    {
      phrase: 'immediate interventions',
      alternatives: ['treatment', 'give', 'given', 'start', 'first-line', 'therapy', 'reperfusion'],
    },
    {
      phrase: 'post-intervention monitoring',
      alternatives: [
        'monitor',
        'observe',
        'observation',
        'follow-up',
        'reassess',
        'discharge',
        'repeated',
        'recurrence',
      ],
    },
  ],
  vi: [
    {
      phrase: 'đánh giá ban đầu và chẩn đoán',
      alternatives: ['chẩn đoán', 'nhận biết', 'phân loại', 'đánh giá'],
    },
    {
      phrase: 'xử trí ngay và điều trị',
      alternatives: ['điều trị', 'xử trí', 'tiêm', 'truyền', 'đầu tay'],
    },
    {
      phrase: 'theo dõi sau điều trị',
      alternatives: ['theo dõi', 'quan sát', 'tái khám', 'đánh giá lại', 'lặp lại', 'tái phát'],
    },
  ],
};

/** Other words for the stage that a part of a question names. */
export function stageExpansions(query: string, language: Language): Expansion[] {
  const asked = query.toLowerCase();
  return STAGE_WORDS[language].filter(({ phrase }) => asked.includes(phrase));
}
