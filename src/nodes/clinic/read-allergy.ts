import { foldForCues } from './fold-for-cues.ts';
import { readDrugs } from './read-mentions.ts';

export interface AllergyStatement {
  substance: string;
  reaction?: string;
  criticality?: 'low' | 'high';
  type: 'allergy' | 'intolerance';
}

/** Known reactions, English and Vietnamese without marks → as it is recorded. */
const REACTIONS: readonly (readonly [string, RegExp])[] = [
  ['anaphylaxis', /\banaphyla\w*|\b(?:soc )?phan ve\b/u],
  ['angioedema', /\bangio-?o?edema\b|\bphu mach\b|\bphu quincke\b/u],
  ['urticaria', /\burticaria\b|\bhives\b|\bmay day\b/u],
  ['rash', /\brash\b|\bnoi ban\b|\bphat ban\b|\bban da\b/u],
  ['vomiting', /\bvomit\w*|\bnon\b/u],
  ['nausea', /\bnausea\b|\bbuon non\b/u],
  ['itching', /\bitch\w*|\bprurit\w*|\bngua\b/u],
  ['bronchospasm', /\bbronchospasm\b|\bwheez\w*|\bco that phe quan\b|\bkho tho\b/u],
  ['cough', /\bcough\w*|\bho khan\b/u],
  ['diarrhoea', /\bdiarrho?ea\b|\btieu chay\b/u],
];
const SEVERE = /\b(?:high criticality|severe|life[- ]threatening|anaphyla\w*|nang|phan ve|nguy hiem)\b/u;
const MILD = /\b(?:low criticality|mild|nhe)\b/u;
const COMMAND =
  /^(?:please |xin |hay |vui long )*(?:add|record|document|note|log|enter|put|register|update|thêm|ghi|bổ sung|lưu|nhập|cập nhật|them|bo sung|luu)\b/iu;
/** What stands around the substance. */
const AROUND =
  /(?<!\p{L})(?:an?|the|that|she|he|is|has|patient|to|of|in|into|her|his|their|chart|record|list|new|vào|hồ sơ|bệnh án|danh sách|bệnh nhân|cho|giúp|tôi|thêm|ghi|vao|ho so|benh nhan|allerg(?:y|ies|ic)|intoleran(?:t|ce)|dị ứng|không dung nạp|di ung|khong dung nap)(?!\p{L})/giu;

/** The allergy a request wants on record, or null where it names no substance. */
export function readAllergy(text: string): AllergyStatement | null {
  const folded = foldForCues(text);
  const substance = readDrugs(text)[0] ?? otherSubstance(text);
  if (substance === '') return null;
  const reaction = REACTIONS.find(([, words]) => words.test(folded))?.[0];
  const criticality = SEVERE.test(folded) ? 'high' : MILD.test(folded) ? 'low' : undefined;
  return {
    substance,
    ...(reaction === undefined ? {} : { reaction }),
    ...(criticality === undefined ? {} : { criticality }),
    type: /intoleran|khong dung nap/u.test(folded) ? 'intolerance' : 'allergy',
  };
}

/** A food or a material: what is left of the first part that says something else than the command. */
function otherSubstance(text: string): string {
  const parts = text
    .replace(COMMAND, ' ')
    .split(/[,.;:()]|\s(?:with|with a|gây|bị)\s/u)
    .map((part) => part.replace(AROUND, ' ').replace(/\s+/gu, ' ').trim());
  return parts.find((part) => /\p{L}{2}/u.test(part)) ?? '';
}
