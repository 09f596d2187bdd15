import type { Bilingual } from '../../domain/language.ts';
import { analyzeExpansions, termCredit } from '../../retrieval/search/score-terms.ts';
import { Intent } from '../evidence/classify-intent.ts';
import { INTENT_CUES } from '../evidence/intent-cues.ts';
import type { Candidate } from '../evidence/select-sentences.ts';
import { nameParts } from './name-parts.ts';
import type { SynthesisInput } from './synthesis-input.ts';
import { tellingTermsOf } from './telling-terms.ts';

const MAX_ROWS = 3;
const MAX_TEXT = 2;
/** Share of a side's words by which a sentence names it: "blockers" alone are of many kinds. */
const NAMED_FROM = 0.6;

/** Tried in this order: what is recommended, then what was found. */
const ASPECTS: readonly (readonly [Intent, RegExp])[] = [
  ['treatment', /recommend|first[- ]line|preferred|suggested|khuyến cáo|đầu tay|ưu tiên/iu],
  ['side_effects', INTENT_CUES.side_effects],
  ['outcome', INTENT_CUES.outcome],
  ['dosage', /\d\s*(?:mg|mcg|µg|units?|iu|đơn vị)(?!\s*\/|\p{L})/iu],
  ['diagnosis', INTENT_CUES.diagnosis],
  ['prevention', INTENT_CUES.prevention],
];
const ASPECT_NAMES: Readonly<Record<Intent, Bilingual>> = {
  dosage: { en: 'Dose', vi: 'Liều dùng' },
  side_effects: { en: 'Safety', vi: 'An toàn' },
  treatment: { en: 'Recommendation', vi: 'Khuyến cáo' },
  diagnosis: { en: 'Diagnosis', vi: 'Chẩn đoán' },
  prevention: { en: 'Prevention', vi: 'Dự phòng' },
  outcome: { en: 'Outcomes', vi: 'Kết quả' },
  disease_info: { en: 'Overview', vi: 'Tóm tắt' },
};
const MAIN: Bilingual = { en: 'Main finding', vi: 'Kết quả chính' };
const CORNER: Bilingual = { en: 'Aspect', vi: 'Khía cạnh' };
/** Said where it is so: two columns of separate studies look like a comparison that nobody made. */
const NOT_COMPARED: Bilingual = {
  en: 'The evidence comes from separate sources for each column: none of those cited compares them directly.',
  vi: 'Bằng chứng này đến từ các nguồn riêng cho từng cột: không nguồn nào được dẫn so sánh trực tiếp.',
};

/** Side by side: a row for each aspect that the sources speak of, then what they say of both at once. */
export function composeComparison(input: SynthesisInput, parts: readonly Candidate[][]): string {
  const { language } = input;
  const names = nameParts(input.sub_queries.map(({ query }) => query));
  const both = speakingOfAll(input, parts);
  const columns = parts.map((sentences) => sentences.filter((sentence) => !both.includes(sentence)));
  const rows = rowsOf(columns).map(({ name, cells }) => line([name[language], ...cells.map(written)]));
  const table = [line([CORNER[language], ...names]), line(['---', ...names.map(() => '---')]), ...rows];
  const text = both.slice(0, MAX_TEXT).map(written).join(' ');
  const isSeparate = input.serves.every((served) => served.length < parts.length);
  const isOneSided = columns.some((column) => column.length === 0);
  const remark = isSeparate && both.length === 0 && !isOneSided ? NOT_COMPARED[language] : '';
  return [rows.length > 0 ? table.join('\n') : '', text, remark].filter((part) => part !== '').join('\n\n');
}

/** Aspects that more columns speak of come first; where none is shared, the best of each side stand together. */
function rowsOf(columns: readonly Candidate[][]): { name: Bilingual; cells: (Candidate | undefined)[] }[] {
  const cellsFor = (aspect: Intent) =>
    columns.map((column) => column.find((one) => aspectOf(one) === aspect));
  const rows = Intent.options
    .map((aspect) => ({ name: ASPECT_NAMES[aspect], cells: cellsFor(aspect) }))
    .map((row) => ({ ...row, filled: row.cells.filter((cell) => cell !== undefined).length }))
    .filter(({ filled }) => filled > 0)
    .map((row) => ({ ...row, score: Math.max(...row.cells.map((cell) => cell?.score ?? 0)) }))
    .sort((a, b) => b.filled - a.filled || b.score - a.score);
  const shared = rows.filter(({ filled }) => filled > 1);
  const best = columns.map((column) => column[0]);
  const isOneSided = best.filter((cell) => cell !== undefined).length < 2;
  return shared.length > 0 || isOneSided ? rows.slice(0, MAX_ROWS) : [{ name: MAIN, cells: best }];
}

function aspectOf({ text }: Candidate): Intent {
  return ASPECTS.find(([, cue]) => cue.test(text))?.[0] ?? 'disease_info';
}

/** Sentences that name what is compared, all of it, in whatever words. */
function speakingOfAll(input: SynthesisInput, parts: readonly Candidate[][]): Candidate[] {
  const { sub_queries, language } = input;
  const sides = nameParts(sub_queries.map(({ query }) => query)).map((name, part) => ({
    terms: [...tellingTermsOf(name, language)],
    groups: analyzeExpansions(sub_queries[part]?.expansions ?? [], language),
  }));
  const names = (sentence: Candidate) =>
    sides.every(({ terms, groups }) => {
      const said = terms.filter((term) => termCredit(term, groups, sentence.terms) > 0);
      return said.length > 0 && said.length / terms.length >= NAMED_FROM;
    });
  return parts
    .flat()
    .filter(names)
    .sort((a, b) => b.score - a.score);
}

function written(candidate: Candidate | undefined): string {
  return candidate === undefined ? '' : `${candidate.text} [${candidate.source}]`;
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
