import { z } from 'zod';
import { Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';

export const Intent = z.enum([
  'side_effects',
  'dosage',
  'treatment',
  'prevention',
  'diagnosis',
  'outcome',
  'disease_info',
]);
export type Intent = z.infer<typeof Intent>;

/** First match wins; what is left asks about the thing itself. */
const CUES: readonly [Intent, RegExp][] = [
  [
    'side_effects',
    /side[- ]effects?|adverse|harms?\b|safe(?:ty)?\b|toxicit|contraindicat|risks? of (?:taking|using)|tác dụng phụ|tác dụng không mong muốn|an toàn|chống chỉ định/iu,
  ],
  ['dosage', /(?<!\b(?:low|high)[- ])\bdos(?:e|es|age|ing)\b|how (?:much|many mg|often)|liều|bao nhiêu mg/iu],
  [
    'outcome',
    /mortality|surviv|prognos|reduc|\blower(?!\s+(?:back|limb|leg|extremit|respiratory|abdom|gi\b))|improve|effect(?:ive|iveness)? (?:of|on|in)|benefit|tử vong|tiên lượng|hiệu quả|lợi ích|giảm/iu,
  ],
  [
    'prevention',
    /prevent|prophyla|vaccin|screening|phòng ngừa|dự phòng|phòng bệnh|tiêm chủng|tầm soát|sàng lọc/iu,
  ],
  ['diagnosis', /diagnos|symptom|signs? of|criteria|detect|chẩn đoán|triệu chứng|dấu hiệu|tiêu chuẩn/iu],
  [
    'treatment',
    /treat|therap|manag|first[- ]line|drug of choice|recommend|điều trị|xử trí|khuyến cáo|dùng thuốc/iu,
  ],
];

/** The same for Vietnamese typed without marks. */
const UNMARKED_CUES = CUES.map(
  ([intent, cue]) => [intent, new RegExp(foldDiacritics(cue.source), cue.flags)] as const,
);

/** What the question is after, by its own words. */
export function classifyIntent() {
  return defineNode({
    step: 'classify',
    reads: z.object({ question: z.string(), language: Language }),
    outcomes: ['classified'],

    run({ question, language }) {
      const intent = intentOf(question, language);
      return { outcome: 'classified' as const, writes: { intent, route: intent } };
    },
  });
}

export function intentOf(question: string, language: Language): Intent {
  const isUnmarked = language === 'vi' && foldDiacritics(question) === question;
  const cues = isUnmarked ? UNMARKED_CUES : CUES;
  return cues.find(([, cue]) => cue.test(question))?.[0] ?? 'disease_info';
}
