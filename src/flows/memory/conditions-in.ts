import type { Language } from '../../domain/language.ts';
import { foldDiacritics } from '../../language/fold-diacritics.ts';

/** Lasting conditions by the words askers use for them; the first of a line is how Galen writes it. */
const CONDITIONS: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ['type 1 diabetes', 'type one diabetes', 'diabetes type 1', 't1d', 't1dm'],
    ['type 2 diabetes', 'type two diabetes', 'diabetes type 2', 't2d', 't2dm'],
    ['gestational diabetes'],
    ['prediabetes', 'pre-diabetes'],
    ['diabetes', 'sugar diabetes'],
    ['high blood pressure', 'hypertension'],
    ['high cholesterol', 'hyperlipidaemia', 'hyperlipidemia'],
    ['heart failure'],
    ['atrial fibrillation', 'afib'],
    ['coronary heart disease', 'coronary artery disease', 'angina'],
    ['asthma'],
    ['COPD', 'emphysema', 'chronic bronchitis'],
    ['chronic kidney disease', 'kidney disease', 'kidney failure', 'ckd'],
    ['cirrhosis', 'liver disease'],
    ['hepatitis B', 'hep b'],
    ['hepatitis C', 'hep c'],
    ['hypothyroidism', 'underactive thyroid'],
    ['hyperthyroidism', 'overactive thyroid', "graves' disease", 'graves disease'],
    ['epilepsy'],
    ['depression'],
    ['gout'],
    ['rheumatoid arthritis'],
    ['osteoarthritis'],
    ['osteoporosis'],
    ['coeliac disease', 'celiac disease'],
    ["crohn's disease", 'crohn disease', 'ulcerative colitis'],
    ['gum disease', 'periodontitis'],
    ['HIV'],
    ['psoriasis'],
    ['migraine', 'migraines'],
    ['pregnant', 'expecting a baby'],
    ['breastfeeding', 'nursing a baby'],
  ],
  vi: [
    ['đái tháo đường típ 1', 'tiểu đường típ 1', 'tiểu đường tuýp 1', 'tiểu đường type 1', 'đtđ típ 1'],
    ['đái tháo đường típ 2', 'tiểu đường típ 2', 'tiểu đường tuýp 2', 'tiểu đường type 2', 'đtđ típ 2'],
    ['đái tháo đường thai kỳ', 'tiểu đường thai kỳ'],
    ['tiền đái tháo đường', 'tiền tiểu đường'],
    ['đái tháo đường', 'tiểu đường', 'đtđ'],
    ['tăng huyết áp', 'cao huyết áp', 'huyết áp cao'],
    ['rối loạn lipid máu', 'mỡ máu cao', 'mỡ máu'],
    ['suy tim'],
    ['rung nhĩ'],
    ['bệnh mạch vành', 'đau thắt ngực'],
    ['hen phế quản', 'hen suyễn', 'suyễn'],
    ['bệnh phổi tắc nghẽn mạn tính', 'copd'],
    ['bệnh thận mạn', 'suy thận'],
    ['xơ gan'],
    ['viêm gan B', 'viêm gan siêu vi b'],
    ['viêm gan C', 'viêm gan siêu vi c'],
    ['suy giáp', 'nhược giáp'],
    ['cường giáp', 'basedow'],
    ['động kinh'],
    ['trầm cảm'],
    ['gút', 'bệnh gout', 'bệnh gút'],
    ['viêm khớp dạng thấp'],
    ['thoái hóa khớp', 'thoái hoá khớp'],
    ['loãng xương'],
    ['viêm nha chu'],
    ['HIV'],
    ['vảy nến', 'vẩy nến'],
    ['đau nửa đầu', 'migraine'],
    ['mang thai', 'có thai', 'có bầu', 'mang bầu'],
    ['cho con bú'],
  ],
};

const PHRASES: Readonly<Record<Language, readonly (readonly [phrase: string, name: string])[]>> = {
  en: phrasesOf('en'),
  vi: phrasesOf('vi'),
};

/** The lasting conditions a text names, each once, in its order; unmarked Vietnamese too. */
export function conditionsIn(text: string, language: Language): string[] {
  let rest = ` ${wordsOf(text)} `;
  const isUnmarked = language === 'vi' && foldDiacritics(rest) === rest;
  const found: { name: string; at: number }[] = [];
  for (const [phrase, name] of PHRASES[language]) {
    const sought = ` ${isUnmarked ? foldDiacritics(phrase) : phrase} `;
    const at = rest.indexOf(sought);
    if (at < 0) continue;
    found.push({ name, at });
    // "Type 2 diabetes" does not name "diabetes" once more.
    rest = rest.replaceAll(sought, ` ${'|'.repeat(sought.length - 2)} `);
  }
  return [...new Set(found.sort((a, b) => a.at - b.at).map(({ name }) => name))];
}

function phrasesOf(language: Language) {
  return CONDITIONS[language]
    .flatMap((phrases) => phrases.map((phrase) => [wordsOf(phrase), phrases[0] ?? phrase] as const))
    .sort(([a], [b]) => b.length - a.length);
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();
}
