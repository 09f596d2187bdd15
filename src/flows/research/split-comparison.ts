import type { Language } from '../../domain/language.ts';

/** What asks for a comparison and names none of the things compared. */
const ASKING: Readonly<Record<Language, RegExp>> = {
  en: /^(?:please )?(?:can you |could you )?(?:compare|contrast|comparison of|(?:what|which) (?:is|are) (?:the )?(?:main |key )?(?:difference|differences|similarities) (?:between|of)|differences? between|which (?:is|are|one is|drug is|works) (?:the )?(?:better|best|safer|more effective|preferred)(?: for [^:,]{1,60})?[:,]?|how (?:do|does|are|is)|what sets|is|are|do|does|should i (?:pick|choose|use|take)|am i better off with|between)\s+/iu,
  vi: /^(?:(?:hãy |xin )?so sánh(?: giữa)?|(?:sự |điểm )?(?:giống và khác|khác biệt|khác nhau)(?: nhau)?(?: giữa| của)?|phân biệt(?: giữa)?|ưu nhược điểm của|giữa|nên (?:dùng|chọn|ưu tiên|uống|tiêm)|có nên (?:dùng|chọn))\s+/iu,
};

/** What stands between the two things compared. */
const JOINTS: Readonly<Record<Language, readonly RegExp[]>> = {
  en: [
    /\s+(?:versus|vs\.?|compared (?:with|to)|as opposed to|rather than|stacks? up against|against|apart from|superior to|inferior to|preferred to|different (?:from|to|than)|differ(?:s|ent)? from)\s+/iu,
    /\s+(?:any )?(?:better|worse|more [a-z-]+|less [a-z-]+|[a-z]+er)(?: [a-z-]+){0,3}? than\s+|\s+as [a-z]+ as\s+/iu,
    /\s+over\s+/iu,
    /,? (?:and|or|with|to)\s+/iu,
  ],
  vi: [
    /,?\s+(?:so với|vs\.?|versus|đối với|hay là|khác với)\s+/iu,
    /\s+(?:có )?(?:tốt|hiệu quả|an toàn|mạnh|nhanh|ít|nhiều|đỡ hại|dễ dùng) hơn\s+/iu,
    /\s+(?:hay|hoặc)\s+/iu,
    /\s+(?:và|với|khác|kém)\s+/iu,
  ],
};

/** What is asked of the two, after both are named. */
const ASIDE: Readonly<Record<Language, RegExp>> = {
  en: /(?:[:,;]\s*(?:what|which|how|who)\b.*|\s+(?:differ|different|compare|when it comes to [^?]*|in terms of [^?]*|better|work better|safer)\s*)?[?.!\s]*$/iu,
  vi: /(?:[,;:]\s*(?:thuốc|loại|cái|bên|cách)?\s*(?:nào|gì)(?!\p{L}).*|[,;:]\s*chọn .*|\s+(?:khác nhau|giống nhau|thì|tốt hơn|hơn không|ở điểm nào|ở chỗ nào|khác gì|khác biệt|hiệu quả hơn).*)?[?.!\s]*$/iu,
};

/** A preposition after which a head or a tail is shared by both: "treatments for", "for type 2 diabetes". */
const SHARED: Readonly<Record<Language, RegExp>> = {
  en: /\s+(?:for|of|in|on|among|with|during|as|to treat|to prevent)\s+/iu,
  vi: /\s+(?:cho|của|ở|trong|khi|trên|với|để|về|đối với|sau khi)\s+/iu,
};

const MAX_SIDE = 200;

/** The things compared, each with what is asked of both: "first-line treatments for hypertension vs diabetes". */
export function splitComparison(question: string, language: Language): string[] {
  const asked = question.trim().replace(ASIDE[language], '').replace(ASKING[language], '').trim();
  for (const joint of JOINTS[language]) {
    const sides = splitAt(asked, joint);
    if (sides) return share(sides.map(withoutArticle), language);
  }
  return [];
}

function splitAt(text: string, joint: RegExp): string[] | null {
  const all = text.split(new RegExp(joint.source, 'giu'));
  // A list of things: "A, B and C".
  const sides = all.length === 2 ? [...(all[0]?.split(/,\s+/u) ?? []), all[1] ?? ''] : all.slice(0, 2);
  const clean = sides.map((side) => side.replace(/[,;:]+$/u, '').trim());
  const isWhole = clean.length > 1 && clean.every((side) => side !== '' && side.length <= MAX_SIDE);
  return isWhole ? clean : null;
}

/** Gives every side the head ("treatments for …") or the tail ("… for type 2 diabetes") that only one of them says. */
function share(sides: readonly string[], language: Language): string[] {
  const cut = SHARED[language];
  const first = sides[0] ?? '';
  const last = sides.at(-1) ?? '';
  const head = headOf(first, cut);
  if (head !== null && !cut.test(last)) return sides.map((side, i) => (i === 0 ? side : `${head}${side}`));
  const at = cut.exec(last)?.index;
  if (at !== undefined && !cut.test(first))
    return sides.map((side, i) => (i === sides.length - 1 ? side : `${side}${last.slice(at)}`));
  return [...sides];
}

function headOf(side: string, cut: RegExp): string | null {
  const found = cut.exec(side);
  return found ? side.slice(0, found.index + found[0].length) : null;
}

function withoutArticle(side: string): string {
  return side.replace(/^(?:the|a|an|those of)\s+/iu, '').replace(/\s+(?:differ|compare)(?=\s|$)/iu, '');
}
