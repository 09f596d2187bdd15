import { z } from 'zod';
import type { Abstention } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import { defineNode } from '../../engine/define-node.ts';

const NOT_FOUND: Bilingual = {
  en: 'I did not find an answer to this in the sources I may search. I searched {where} for "{query}"{level}. That I found nothing does not mean that nothing exists: ask in other words, name the drug, disease or population, or ask a healthcare professional.',
  vi: 'Tôi chưa tìm thấy câu trả lời trong các nguồn mà tôi được phép tra cứu. Tôi đã tìm trong {where} với "{query}"{level}. Không tìm thấy không có nghĩa là không có: hãy hỏi lại bằng cách khác, nêu rõ tên thuốc, bệnh hoặc đối tượng, hoặc hỏi nhân viên y tế.',
};
const EVERYWHERE: Bilingual = { en: 'all sources', vi: 'mọi nguồn' };
const LEVEL: Bilingual = {
  en: ', evidence level {level} or better',
  vi: ', mức bằng chứng từ {level} trở lên',
};

/** Says what was searched and not found, never that nothing exists. */
export function abstain() {
  return defineNode({
    reads: z.object({ request: AskRequest, search_query: z.string(), language: Language }),
    outcomes: ['done'],

    run({ request, search_query, language }) {
      const { source_types, min_evidence_level } = request;
      const level =
        min_evidence_level === null ? '' : fill(LEVEL[language], { level: `${min_evidence_level}` });
      const draft = fill(NOT_FOUND[language], {
        where: source_types?.join(', ') ?? EVERYWHERE[language],
        query: search_query,
        level,
      });
      const abstained: Abstention = {
        reason: 'nothing-found',
        searched: { query: search_query, source_types, min_evidence_level },
      };
      return { outcome: 'done' as const, writes: { draft, abstained } };
    },
  });
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
