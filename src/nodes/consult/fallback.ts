import { z } from 'zod';
import { type Bilingual, Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';

const APOLOGY: Bilingual = {
  en: 'I am sorry: I cannot reach my knowledge base at the moment, and without it I answer nothing. Please ask again in a few minutes.',
  vi: 'Rất xin lỗi: hiện tôi không kết nối được với kho kiến thức, và không có nó thì tôi không trả lời. Xin hãy hỏi lại sau ít phút.',
};

/** Says that the knowledge base cannot be reached and when to ask again. A model that fails never leads here. */
export function fallback() {
  return defineNode({
    reads: z.object({ language: Language }),
    outcomes: ['done'],

    run({ language }) {
      const writes = {
        draft: APOLOGY[language],
        claims: false,
        route: 'fallback',
        evidence: [],
        selected_ids: [],
        suggestion_questions: [],
        follow_up_questions: [],
      };
      return { outcome: 'done' as const, writes };
    },
  });
}
