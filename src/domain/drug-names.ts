/** Stems of non-proprietary names (WHO INN stems), matched at the end of a word. */
const STEM_ENDINGS =
  'azole|cillin|mycin|micin|cycline|floxacin|vir|mab|nib|statin|pril|prilat|sartan|olol|dipine|gliptin|gliflozin|glutide|' +
  'formin|glitazone|glinide|parin|xaban|gatran|farin|profen|fenac|oxicam|coxib|setron|tidine|triptan|lukast|' +
  'terol|tropium|asone|olone|onide|sonide|caine|azepam|zolam|azine|apine|idone|peridol|oxetine|talopram|' +
  'traline|barbital|quine|dronate|tretinoin|thyroxine|penem|codone|oxone|fentanyl|morphine|codeine|' +
  'semide|thiazide|lactone|grel|relor|platin|taxel|rubicin|tinib|mustine|trexate|parib|ciclib|stigmine|' +
  'curonium|thiouracil|mazole|nidazole|fibrate|setine|afil|osin|steride|oxifen|oxifene|trozole|prost|tocin';

/** Names that no stem gives away. */
const NAMES = new Set(
  (
    'aspirin statin morphine codeine fentanyl warfarin heparin paracetamol acetaminophen insulin digoxin lithium adrenaline epinephrine ibuprofen oxytocin misoprostol ' +
    'naloxone atropine amiodarone hydralazine methyldopa nitroglycerin streptokinase alteplase tenecteplase ' +
    'valproate phenytoin carbamazepine lamotrigine levetiracetam gabapentin pregabalin isoniazid ethambutol ' +
    'pyrazinamide rifampicin dapsone artesunate artemether primaquine oseltamivir vitamin folic iron zinc ' +
    'magnesium caffeine fluoride chlorhexidine tamoxifen trastuzumab imatinib colchicine allopurinol ' +
    'spironolactone clopidogrel ticagrelor tranexamic'
  ).split(' '),
);

const DRUG_NAME = new RegExp(`^\\p{L}{2,20}(?:${STEM_ENDINGS})s?$`, 'iu');

/** Words that end like a drug and are none. */
const NOT_DRUGS = new Set([
  'cholesterol',
  'protocol',
  'control',
  'routine',
  'guideline',
  'baseline',
  'vaccine',
  'urine',
]);

/** The drugs, vitamins and elements a text names, in lower case, each once. By form and list: it misses some brands. */
export function drugNamesIn(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...new Set(words.filter(isDrugName))];
}

function isDrugName(word: string): boolean {
  if (NOT_DRUGS.has(word)) return false;
  return NAMES.has(word) || NAMES.has(word.replace(/s$/u, '')) || (word.length >= 6 && DRUG_NAME.test(word));
}
