import { foldDiacritics } from '../../domain/fold-diacritics.ts';
import type { Language } from '../../domain/language.ts';
import type { Expansion } from '../../domain/passage.ts';
import { analyzeText } from './analyze-text.ts';

/** Abbreviation → what it stands for. Only those with one usual reading in medicine. */
const ABBREVIATIONS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    acei: 'angiotensin-converting enzyme inhibitor',
    acs: 'acute coronary syndrome',
    adhd: 'attention deficit hyperactivity disorder',
    af: 'atrial fibrillation',
    afib: 'atrial fibrillation',
    aki: 'acute kidney injury',
    arb: 'angiotensin receptor blocker',
    ards: 'acute respiratory distress syndrome',
    bmi: 'body mass index',
    bp: 'blood pressure',
    cabg: 'coronary artery bypass grafting',
    cad: 'coronary artery disease',
    cap: 'community-acquired pneumonia',
    cbt: 'cognitive behavioural therapy',
    chf: 'congestive heart failure',
    ckd: 'chronic kidney disease',
    copd: 'chronic obstructive pulmonary disease',
    crc: 'colorectal cancer',
    cvd: 'cardiovascular disease',
    dka: 'diabetic ketoacidosis',
    dvt: 'deep vein thrombosis',
    egfr: 'estimated glomerular filtration rate',
    esrd: 'end-stage renal disease',
    gdm: 'gestational diabetes mellitus',
    gerd: 'gastro-oesophageal reflux disease',
    hba1c: 'glycated haemoglobin',
    hf: 'heart failure',
    hfref: 'heart failure with reduced ejection fraction',
    hfpef: 'heart failure with preserved ejection fraction',
    hiv: 'human immunodeficiency virus',
    hpv: 'human papillomavirus',
    htn: 'hypertension',
    ibs: 'irritable bowel syndrome',
    ics: 'inhaled corticosteroid',
    laba: 'long-acting beta-agonist',
    lama: 'long-acting muscarinic antagonist',
    mi: 'myocardial infarction',
    nsaid: 'non-steroidal anti-inflammatory drug',
    nstemi: 'non-ST-elevation myocardial infarction',
    ors: 'oral rehydration solution',
    pci: 'percutaneous coronary intervention',
    pe: 'pulmonary embolism',
    pph: 'postpartum haemorrhage',
    ppi: 'proton pump inhibitor',
    ptsd: 'post-traumatic stress disorder',
    ra: 'rheumatoid arthritis',
    rct: 'randomised controlled trial',
    rsv: 'respiratory syncytial virus',
    sglt2: 'sodium-glucose cotransporter 2',
    ssri: 'selective serotonin reuptake inhibitor',
    stemi: 'ST-elevation myocardial infarction',
    t1d: 'type 1 diabetes',
    t1dm: 'type 1 diabetes',
    t2d: 'type 2 diabetes',
    t2dm: 'type 2 diabetes',
    tb: 'tuberculosis',
    tia: 'transient ischaemic attack',
    tpa: 'tissue plasminogen activator alteplase',
    uti: 'urinary tract infection',
    vte: 'venous thromboembolism',
  },
  vi: {
    bpttmt: 'bệnh phổi tắc nghẽn mạn tính',
    cđ: 'chẩn đoán',
    đtđ: 'đái tháo đường',
    đtđtk: 'đái tháo đường thai kỳ',
    ha: 'huyết áp',
    hpq: 'hen phế quản',
    nmct: 'nhồi máu cơ tim',
    rlth: 'rối loạn tiêu hóa',
    rllm: 'rối loạn lipid máu',
    rn: 'rung nhĩ',
    sxh: 'sốt xuất huyết',
    sxhd: 'sốt xuất huyết dengue',
    tha: 'tăng huyết áp',
    tbmmn: 'tai biến mạch máu não',
    tdp: 'tác dụng phụ',
    vgb: 'viêm gan B',
    vgc: 'viêm gan C',
  },
};

/** Abbreviations that are also a syllable (hạ sốt typed without marks): meant only in capitals. */
const ALSO_SYLLABLES: ReadonlySet<string> = new Set(['ha', 'tha']);

/** Words for the same thing, lay and clinical, old and new. Each phrase of a line also finds the others. */
const SYNONYMS: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ['heart attack', 'myocardial infarction'],
    ['high blood pressure', 'hypertension'],
    ['low blood pressure', 'hypotension'],
    ['stroke', 'cerebrovascular accident'],
    ['blood thinner', 'anticoagulant', 'anticoagulation'],
    ['side effect', 'side effects', 'adverse effect', 'adverse effects', 'adverse events'],
    ['kidney', 'renal'],
    ['heart', 'cardiac'],
    ['liver', 'hepatic'],
    ['lung', 'pulmonary'],
    ['cancer', 'carcinoma', 'malignancy'],
    ['diarrhea', 'diarrhoea'],
    ['pediatric', 'paediatric', 'children', 'child'],
    ['hemorrhage', 'haemorrhage', 'bleeding'],
    ['anemia', 'anaemia'],
    ['edema', 'oedema', 'swelling'],
    ['fever', 'pyrexia'],
    ['miscarriage', 'pregnancy loss'],
    ['preeclampsia', 'pre-eclampsia'],
    ['gum disease', 'periodontitis', 'periodontal'],
    ['tooth decay', 'dental caries', 'caries', 'cavities'],
    ['toothache', 'dental pain'],
    ['shortness of breath', 'dyspnoea', 'breathlessness'],
    ['vaccine', 'vaccination', 'immunisation'],
    ['antidepressant', 'antidepressants', 'selective serotonin reuptake inhibitor'],
    ['depression', 'depressive disorder'],
    ['paracetamol', 'acetaminophen'],
    ['adrenaline', 'epinephrine'],
    ['salbutamol', 'albuterol'],
    ['clot', 'thrombosis'],
    ['blood sugar', 'blood glucose', 'glycaemia'],
    ['water pill', 'diuretic'],
    ['chickenpox', 'varicella'],
    ['allergic shock', 'anaphylaxis'],
    ['death', 'mortality'],
    ['treatment', 'therapy', 'management'],
    ['newborn', 'neonate', 'neonatal'],
    [
      'steroid',
      'steroids',
      'corticosteroid',
      'corticosteroids',
      'hydrocortisone',
      'dexamethasone',
      'prednisolone',
    ],
    ['pregnant', 'pregnancy', 'pregnant women'],
    ['safe', 'safety', 'contraindicated'],
    ['blood pressure target', 'target blood pressure', 'blood pressure goal'],
    ['covid', 'covid-19', 'sars-cov-2'],
    ['gum', 'gums', 'gingival'],
    ['teeth', 'tooth', 'dental'],
  ],
  vi: [
    ['tiểu đường', 'đái tháo đường'],
    ['cao huyết áp', 'huyết áp cao', 'tăng huyết áp'],
    ['đột quỵ', 'tai biến mạch máu não'],
    ['nhồi máu cơ tim', 'cơn đau tim'],
    ['tác dụng phụ', 'tác dụng không mong muốn'],
    ['suyễn', 'hen phế quản', 'hen'],
    ['tiểu đường thai kỳ', 'đái tháo đường thai kỳ'],
    ['tiền sản giật', 'nhiễm độc thai nghén'],
    ['sâu răng', 'sâu ngà'],
    ['viêm nướu', 'viêm lợi'],
    ['nha chu', 'viêm nha chu', 'bệnh nướu'],
    ['lao phổi', 'bệnh lao', 'lao'],
    ['trầm cảm', 'rối loạn trầm cảm'],
    ['tiêu chảy', 'ỉa chảy'],
    ['suy thận', 'bệnh thận mạn', 'bệnh thận mạn tính'],
    ['trẻ em', 'trẻ nhỏ', 'em bé', 'bé'],
    ['bà bầu', 'thai phụ', 'phụ nữ mang thai'],
    ['nước bù điện giải', 'oresol', 'dung dịch bù nước đường uống'],
    ['đường huyết', 'glucose máu'],
    ['ung thư cổ tử cung', 'ung thư tử cung'],
    ['sốt xuất huyết', 'dengue'],
    ['vi khuẩn hp', 'hp', 'helicobacter pylori', 'h. pylori'],
    ['có thai', 'mang thai', 'thai kỳ', 'bầu'],
  ],
};

/** What the question speaks of in other words: abbreviations written out, lay words and clinical ones, by table alone. */
export function expandQuery(question: string, language: Language): Expansion[] {
  // Who types without marks is understood without marks.
  const isUnmarked = foldDiacritics(question) === question;
  const asTyped = (phrase: string) => (isUnmarked ? foldDiacritics(phrase) : phrase);
  const abbreviations = [...new Set(question.match(/[\p{L}\p{N}]+/gu) ?? [])].flatMap((phrase) => {
    const meaning = meaningOf(phrase, language);
    if (meaning === undefined) return [];
    const others = SYNONYMS[language].find((group) => group.includes(meaning)) ?? [];
    return [{ phrase, alternatives: [...new Set([meaning, ...others])].map(asTyped) }];
  });
  // English by its stems, so that "deaths" is found as "death"; Vietnamese words do not change.
  const plain = (text: string) =>
    language === 'en' ? analyzeText(text, 'en').join(' ') : wordsOnly(asTyped(text));
  const haystack = ` ${plain(question)} `;
  const isSaid = (phrase: string) => haystack.includes(` ${plain(phrase)} `);
  const synonyms = SYNONYMS[language].flatMap((group) => {
    const phrase = group.find(isSaid);
    return phrase === undefined ? [] : [{ phrase, alternatives: group.filter((other) => other !== phrase) }];
  });
  return [...abbreviations, ...synonyms];
}

/** What an abbreviation stands for, its plural too (`NSAIDs`). */
function meaningOf(word: string, language: Language): string | undefined {
  const key = word.replace(/(?<=\p{Lu})s$/u, '').toLowerCase();
  if (word === key && ALSO_SYLLABLES.has(key)) return undefined;
  return Object.hasOwn(ABBREVIATIONS[language], key) ? ABBREVIATIONS[language][key] : undefined;
}

function wordsOnly(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
