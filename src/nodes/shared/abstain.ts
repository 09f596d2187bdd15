import { z } from 'zod';
import { Searched } from '../../domain/answer.ts';
import { fillTemplate } from '../../domain/fill-template.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';

const NOT_FOUND: Bilingual = {
  en: 'I did not find an answer to this in the sources I may search. I searched {where} for "{query}"{level}. That I found nothing does not mean that nothing exists: ask in other words, name the drug, disease or population, or ask a healthcare professional.',
  vi: 'Tôi chưa tìm thấy câu trả lời trong các nguồn mà tôi được phép tra cứu. Tôi đã tìm trong {where} với "{query}"{level}. Không tìm thấy không có nghĩa là không có: hãy hỏi lại bằng cách khác, nêu rõ tên thuốc, bệnh hoặc đối tượng, hoặc hỏi nhân viên y tế.',
};
const EVERYWHERE: Bilingual = { en: 'all sources', vi: 'mọi nguồn' };
const SOURCE_NAMES: Readonly<Record<string, Bilingual>> = {
  pubmed: { en: 'published studies', vi: 'các nghiên cứu đã công bố' },
  guidelines: { en: 'guidelines', vi: 'các hướng dẫn' },
};
const LEVEL: Bilingual = {
  en: ', evidence level {level} or better',
  vi: ', mức bằng chứng từ {level} trở lên',
};

/** Says what was searched and not found, never that nothing exists. */
export function abstain() {
  return defineNode({
    reads: z.object({ searched: Searched, language: Language, evidence: z.array(RankedPassage) }),
    outcomes: ['done'],

    run({ searched, language, evidence }) {
      const { query, source_types, min_evidence_level } = searched;
      const level =
        min_evidence_level === null ? '' : fillTemplate(LEVEL[language], { level: min_evidence_level });
      const where = source_types?.map((type) => SOURCE_NAMES[type]?.[language] ?? type).join(', ');
      const draft = fillTemplate(NOT_FOUND[language], { where: where ?? EVERYWHERE[language], query, level });
      const reason = evidence.length === 0 ? ('nothing-found' as const) : ('insufficient' as const);
      return { outcome: 'done' as const, writes: { draft, abstained: { reason, searched } } };
    },
  });
}
