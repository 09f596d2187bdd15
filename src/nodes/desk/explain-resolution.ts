import { fillTemplate } from '../../domain/fill-template.ts';
import type { Bilingual, Language } from '../../domain/language.ts';
import type { RankedPassage } from '../../domain/passage.ts';
import type { Resolution, ResolvedConflict } from './desk-work.ts';

const NONE: Bilingual = {
  en: 'The sources do not contradict each other.',
  vi: 'Các nguồn không mâu thuẫn với nhau.',
};
const BOTH: Bilingual = {
  en: 'Sources differ ({a} and {b}) and nothing weighs enough to prefer one: both are shown.',
  vi: 'Các nguồn nói khác nhau ({a} và {b}) và chưa đủ căn cứ để chọn: nêu cả hai.',
};
const RULES: Readonly<Record<NonNullable<ResolvedConflict['rule']>, Bilingual>> = {
  domain: {
    en: 'Preferred {winner} over {loser}: the subject belongs to {agent}.',
    vi: 'Ưu tiên {winner} hơn {loser}: nội dung thuộc phòng {agent}.',
  },
  recency: {
    en: 'Preferred {winner} over {loser}: it is newer ({new} against {old}).',
    vi: 'Ưu tiên {winner} hơn {loser}: cập nhật mới hơn ({new} so với {old}).',
  },
  scope: {
    en: 'Preferred {winner} over {loser}: in {agent} the {scope} text counts more.',
    vi: 'Ưu tiên {winner} hơn {loser}: ở phòng {agent} nguồn {scope} có giá trị cao hơn.',
  },
  relevance: {
    en: 'Preferred {winner} over {loser}: it answers the question more directly.',
    vi: 'Ưu tiên {winner} hơn {loser}: trả lời đúng câu hỏi hơn.',
  },
  evidence: {
    en: 'Preferred {winner} over {loser}: its kind of evidence is stronger.',
    vi: 'Ưu tiên {winner} hơn {loser}: loại bằng chứng mạnh hơn.',
  },
};
/** That sources differ is said in the answer too, where it is left open. */
export const SOURCES_DIFFER: Bilingual = {
  en: 'The sources differ on this, and nothing weighs enough to prefer one of them.',
  vi: 'Các nguồn nói khác nhau về điều này và chưa đủ căn cứ để chọn một bên.',
};

/** Which side was believed and by which rule, in a sentence for each pair of documents. */
export function explainResolution(
  { conflicts }: Resolution,
  passages: readonly RankedPassage[],
  language: Language,
): string {
  if (conflicts.length === 0) return NONE[language];
  return [...new Set(conflicts.map(explain))].join(' ');

  function explain({ a, b, winner, rule }: ResolvedConflict): string {
    const [first, second] = [documentOf(a.passage_id), documentOf(b.passage_id)];
    const title = (document: typeof first) => `"${document?.title ?? ''}"`;
    if (winner === 'both' || rule === null)
      return fillTemplate(BOTH[language], { a: title(first), b: title(second) });
    const [won, lost] = winner === 'a' ? [first, second] : [second, first];
    return fillTemplate(RULES[rule][language], {
      winner: title(won),
      loser: title(lost),
      agent: winner === 'a' ? a.agent : b.agent,
      scope: won?.scope ?? '',
      new: won?.created_at.slice(0, 10) ?? '',
      old: lost?.created_at.slice(0, 10) ?? '',
    });
  }

  function documentOf(passageId: string) {
    return passages.find(({ id }) => id === passageId)?.document;
  }
}
