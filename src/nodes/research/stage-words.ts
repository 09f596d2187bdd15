import type { Language } from '../../domain/language.ts';
import type { Expansion } from '../../domain/passage.ts';

interface Stage {
  /** How questions name the stage: each such word may stand for any of the alternatives. */
  asked: readonly string[];
  alternatives: readonly string[];
}

/** What the stages of care are called in sources: a protocol says "give" and "start", not "immediate interventions". */
const STAGES: Readonly<Record<Language, readonly Stage[]>> = {
  en: [
    {
      asked: ['initial', 'assessment', 'evaluation', 'recognition', 'diagnosis'],
      alternatives: ['diagnosis', 'recognition', 'recognise', 'criteria', 'assess', 'suspected'],
    },
    {
      asked: ['immediate', 'interventions', 'intervention', 'emergency'],
      alternatives: ['treatment', 'give', 'start', 'first-line', 'therapy', 'reperfusion'],
    },
    {
      asked: ['post-intervention', 'monitoring', 'observation', 'follow-up', 'aftercare'],
      alternatives: [
        'monitor',
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
      asked: ['đánh giá ban đầu', 'chẩn đoán'],
      alternatives: ['chẩn đoán', 'nhận biết', 'phân loại', 'đánh giá'],
    },
    {
      asked: ['xử trí ngay', 'xử trí', 'can thiệp'],
      alternatives: ['điều trị', 'xử trí', 'tiêm', 'truyền', 'đầu tay'],
    },
    {
      asked: ['theo dõi', 'theo dõi sau điều trị'],
      alternatives: ['theo dõi', 'quan sát', 'tái khám', 'đánh giá lại', 'lặp lại', 'tái phát'],
    },
  ],
};

/** Other words for the stage that a part of a question names. */
export function stageExpansions(query: string, language: Language): Expansion[] {
  const said = query.toLowerCase();
  return STAGES[language].flatMap(({ asked, alternatives }) =>
    asked
      .filter((phrase) => said.includes(phrase))
      .map((phrase) => ({ phrase, alternatives: alternatives.filter((other) => other !== phrase) })),
  );
}
