import { z } from 'zod';
import { type Abstention, Searched } from '../../domain/answer.ts';
import { type Bilingual, fillTemplate, Language } from '../../domain/language.ts';
import { RankedPassage } from '../../domain/passage.ts';
import { defineNode } from '../../engine/define-node.ts';

const NOT_FOUND: Bilingual = {
  en: 'I did not find an answer to this in the sources I may search. I searched {where}{years} for "{query}"{level}. {missing} That I found nothing does not mean that nothing exists: ask in other words, name the drug, disease or population{wider}, or ask a healthcare professional.{nearest}',
  vi: 'Tôi chưa tìm thấy câu trả lời trong các nguồn mà tôi được phép tra cứu. Tôi đã tìm trong {where}{years} với "{query}"{level}. {missing} Không tìm thấy không có nghĩa là không có: hãy hỏi lại bằng cách khác, nêu rõ tên thuốc, bệnh hoặc đối tượng{wider}, hoặc hỏi nhân viên y tế.{nearest}',
};
const EVERYWHERE: Bilingual = { en: 'all sources', vi: 'mọi nguồn' };
const SOURCE_NAMES: Readonly<Record<string, Bilingual>> = {
  pubmed: { en: 'published studies', vi: 'các nghiên cứu đã công bố' },
  guidelines: { en: 'guidelines', vi: 'các hướng dẫn' },
  qa: { en: 'the questions and answers written for you', vi: 'bộ câu hỏi – trả lời dành cho bạn' },
};
const YEARS: Bilingual = { en: ' of {from} to {to}', vi: ' từ năm {from} đến {to}' };
const LEVEL: Bilingual = {
  en: ', evidence level {level} or better',
  vi: ', mức bằng chứng từ {level} trở lên',
};
const MISSING: Readonly<Record<Abstention['reason'], Bilingual>> = {
  'nothing-found': {
    en: 'Nothing I read there speaks of enough of the question.',
    vi: 'Những gì tôi đọc được ở đó chưa nói đủ về điều được hỏi.',
  },
  insufficient: {
    en: 'What I read there speaks of it, but I found no answer in it that I can be sure enough of.',
    vi: 'Những gì tôi đọc được có nói đến điều này, nhưng tôi chưa thấy trong đó câu trả lời đủ chắc chắn.',
  },
};
const WIDER: Bilingual = {
  en: ', ask without the limit on the evidence level',
  vi: ', bỏ giới hạn về mức bằng chứng',
};
const NEAREST: Bilingual = {
  en: ' What came nearest, and what you could ask about instead: {titles}.',
  vi: ' Gần nhất với câu hỏi, và có thể hỏi thay: {titles}.',
};

/** Says what was searched, what was not found and what to ask instead; never that nothing exists. */
export function abstain() {
  return defineNode({
    reads: z.object({
      searched: Searched,
      language: Language,
      evidence: z.array(RankedPassage),
      must_tell: z.string().default(''),
    }),
    outcomes: ['done'],

    run({ searched, language, evidence, must_tell }) {
      const reason = evidence.length === 0 ? ('nothing-found' as const) : ('insufficient' as const);
      const said = fillTemplate(NOT_FOUND[language], {
        ...whereIn(searched, language),
        query: searched.query,
        missing: MISSING[reason][language],
        nearest: nearestIn(searched, language),
      });
      const draft = must_tell === '' ? said : `${must_tell}\n\n${said}`;
      return { outcome: 'done' as const, writes: { draft, abstained: { reason, searched } } };
    },
  });
}

function whereIn({ source_types, years, min_evidence_level }: Searched, language: Language) {
  const names = source_types?.map((type) => SOURCE_NAMES[type]?.[language] ?? type).join(', ');
  const isLimited = min_evidence_level !== null;
  return {
    where: names ?? EVERYWHERE[language],
    years: years === undefined ? '' : fillTemplate(YEARS[language], years),
    level: isLimited ? fillTemplate(LEVEL[language], { level: min_evidence_level }) : '',
    wider: isLimited ? WIDER[language] : '',
  };
}

function nearestIn({ nearest = [] }: Searched, language: Language): string {
  const titles = nearest.map((title) => `"${title}"`).join('; ');
  return titles === '' ? '' : fillTemplate(NEAREST[language], { titles });
}
