import { analyzeText } from '../../../retrieval/analysis/analyze-text.ts';
import { POLICY_WORDS } from './policy-words.ts';
import { canonicalWord, doDifferentThings } from './same-words.ts';
import { inPlainWords } from './sayings.ts';

/** Words of the Vietnamese statement that must be known before it can be compared at all. */
const MIN_KNOWN = 0.6;
const MIN_SHARED = 0.6;
const ONE_THING_FROM = 0.8;
const MIN_COMMON = 2;
const MOST = 0.5;
const BOTH_LANGUAGES: ReadonlySet<string> = new Set('vpn usb kpi wifi emr sms pdf'.split(' '));
/** Hold a sentence together in Vietnamese, or say how it is meant: nothing to translate. */
const JOINTS = new Set(
  'và của cho khi vào ra từ đến tới được bị phải không là có các những mỗi một trong vòng sau trước với theo thì để tại ở do bằng nếu hoặc cả kể tối đa thiểu ít nhất quá dưới trên làm đủ chưa hằng hàng ngày tháng năm giờ phút tuần lần lượt mới tự viên nhân bệnh viện loại đa chỉ nên người thể hiệu lực tính nhau ngay cùng về'.split(
    ' ',
  ),
);

const TRANSLATED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(POLICY_WORDS).map(([vietnamese, english]) => [vietnamese, stemsOf(english)]),
);
const KNOWN: ReadonlySet<string> = new Set([...TRANSLATED.values()].flat());
const PHRASE = new RegExp(
  `(?<!\\p{L})(?:${[...TRANSLATED.keys()].sort((a, b) => b.length - a.length).join('|')})(?!\\p{L})`,
  'gu',
);

/** Whether a Vietnamese and an English statement are about the same thing, about things that are alike, or about others. */
export function compareAcross(
  vietnamese: string,
  englishSubject: readonly string[],
): 'same' | 'alike' | 'other' {
  const lower = inPlainWords(vietnamese.normalize('NFC').toLowerCase(), 'vi');
  const said = [...lower.matchAll(PHRASE)].flatMap(([phrase]) => TRANSLATED.get(phrase) ?? []);
  const rest = lower.replace(PHRASE, ' ').match(/\p{L}+/gu) ?? [];
  // What both languages write alike needs no table: VPN, USB, KPI.
  const alike = new Set(rest.filter((word) => BOTH_LANGUAGES.has(word)));
  said.push(...alike);
  const unknown = rest.filter((word) => !JOINTS.has(word) && !alike.has(word));
  const [a, b] = [new Set(said), new Set(englishSubject)];
  if (a.size === 0 || a.size / (a.size + unknown.length) < MIN_KNOWN) return 'other';
  const shared = [...a].filter((word) => b.has(word)).length;
  const smaller = Math.min(a.size, b.size);
  if (shared < Math.min(MIN_COMMON, smaller) || shared / smaller < MIN_SHARED) return 'other';
  if (doDifferentThings(said, englishSubject)) return 'other';
  // Each names something that the other could have named and does not: social insurance and health insurance.
  const [ownA, ownB] = [
    [...a].filter((word) => !b.has(word)),
    [...b].filter((word) => !a.has(word) && (KNOWN.has(word) || BOTH_LANGUAGES.has(word))),
  ];
  if (ownA.length > 0 && ownB.length > 0) return 'other';
  // One word, or few of many, may be all that two rules on different things have in common.
  const isMost = shared / Math.max(a.size, b.size) >= MOST;
  const isOneThing = shared > MIN_COMMON || (shared === MIN_COMMON && isMost);
  return shared / smaller >= ONE_THING_FROM && isOneThing ? 'same' : 'alike';
}

function stemsOf(english: string): string[] {
  return analyzeText(inPlainWords(english, 'en'), 'en').flatMap((word) => canonicalWord(word, 'en') ?? []);
}
