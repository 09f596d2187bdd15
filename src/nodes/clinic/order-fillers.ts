import { MEDICAL_WORDS_EN } from '../../retrieval/analysis/tables/known-words.en.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u).filter(Boolean));

/** Words of an order that say nothing of it: the command, politeness, who it is for when that is the open chart. */
export const FILLERS: ReadonlySet<string> = setOf(`
  please just now also kindly can could you would i we d ll us me want like let s lets need needs to the a an some of on with at by
  and plus prescribe prescribing prescription script rx order orders ordering start starting started initiate initiating
  commence commencing renew refill give giving administer put draft write send prepare add dose dosed dosing doses dosage strength
  take taking taken tablet tablets capsule capsules form her him his them their this that patient patients same new
  drug medicine medication treatment therapy instead thanks thank hi hello galen today ok okay yes make it as regular
  regularly standard in into chart
  ke don toa thuoc cho giup toi xin hay nho nhe voi them dung lieu luong moi ra soan viet luon va duoc vao nua dum
  ong ba cu co anh chi bac em be chau chu ay nay
`);

/** Phrases of the same kind, the words of which are not fillers, or are names, alone. */
export const FILLER_PHRASES =
  /\b(?:for (?:her|him|them|(?:the|this|my|our) patient|me|now|today)|(?:nguoi benh|benh nhan|bn)(?: nay| do)?|vui long|y lenh|bat dau|benh an|ho so|bac si|moi lan|vien nen|vien nang|mot so)\b/u;

/** After "for" and "cho" only these mean the open chart's patient: any other word may be a person. */
export const AFTER_FOR: ReadonlySet<string> = setOf(
  'her him them the this my our patient today now ong ba cu co anh chi bac em be chau chu toi dung thuoc',
);

/** Words that are fillers only without their marks: with them they mean "do not". */
export const NO_FILLERS: ReadonlySet<string> = setOf('đừng');

/** Words that follow or precede a name and belong to it: a salt, a form, how it is released. Without marks. */
const FORM_WORDS = `
  modified release|slow release|sustained release|extended release|prolonged release|controlled release|immediate release|
  delayed release|enteric coated|gastro[- ]resistant|film coated|retard|mr|xr|xl|sr|er|la|cr|ec|depot|forte|dispersible|soluble|
  effervescent|chewable|orodispersible|eye drops?|ear drops?|nasal spray|nasal drops|spray|eye ointment|patch(?:es)?|cream|ointment|gel|
  lotion|suppositor(?:y|ies)|pessar(?:y|ies)|inhaler|nebules?|syrup|suspension|oral solution|oral suspension|solution|injection|
  infusion|tablets?|capsules?|sachets?|sodium|potassium|calcium|hydrochloride|hcl|sulfate|sulphate|tartrate|succinate|maleate|
  besilate|besylate|mesylate|mesilate|fumarate|phosphate|acetate|citrate|trihydrate|monohydrate|bromide|furoate|propionate|valerate|
  dipropionate|xinafoate|arginine|erbumine|magnesium|mofetil|axetil|proxetil|medoxomil|cilexetil|etexilate|
  phong thich (?:keo dai|cham|bien doi)|tac dung keo dai|vien (?:nen|nang|sui|bao phim|dat)|mieng dan|thuoc mo|kem|siro|hon dich|
  dang (?:tiem|uong|bot)
`.replace(/\s*\n\s*/gu, '');
export const NAME_TAIL = new RegExp(`^(?:[\\s-]{1,2}(?:${FORM_WORDS})(?![a-z]))+`, 'u');
/** The same further on: "20 mg modified release". A bare "tablet" there says nothing. */
export const LATE_FORM =
  /\b(?:modified|slow|sustained|extended|prolonged|controlled|immediate|delayed) release\b|\b(?:enteric coated|retard|xr|xl|sr|depot|eye drops?|ear drops?|nasal spray|patch(?:es)?|cream|ointment|gel|lotion|suppositor(?:y|ies)|pessar(?:y|ies)|inhaler|syrup|suspension|mieng dan|phong thich (?:keo dai|cham))\b/u;

/** What a drug may be for; a word besides these after "for" may be a person. */
export const REASONS: ReadonlySet<string> = new Set([
  ...MEDICAL_WORDS_EN,
  ...setOf(`
    pain fever headache cough cold flu infection uti cystitis pneumonia bronchitis sinusitis tonsillitis pharyngitis otitis cellulitis
    sepsis anxiety depression insomnia sleep nausea vomiting diarrhoea diarrhea constipation reflux gord gerd heartburn dyspepsia ulcer
    gout arthritis osteoarthritis osteoporosis angina af afib fibrillation failure heart kidney renal lung chest urinary tract skin soft
    tissue blood pressure hypertension bp lipids cholesterol hyperlipidaemia diabetes glucose thyroid hypothyroidism hyperthyroidism
    anaemia anemia deficiency asthma copd exacerbation allergy rhinitis itch itching rash eczema psoriasis acne migraine seizures
    epilepsy neuropathy neuropathic back knee joint muscle spasm spasms dvt pe vte prophylaxis prevention stroke oedema edema swelling
    fluid overload agitation delirium pregnancy malaria tb tuberculosis hiv covid thrush candidiasis worms scabies
    viem phoi hong phe quan xoang amidan tai da mo mem tang huyet ap dau sot ho lanh cum nhiem trung khuan tieu duong thao mau mo tim
    suy roi loan lipid lo au tram cam mat ngu buon non tieu chay tao bon trao nguoc da day thuc quan loet gut khop thoai hoa loang
    xuong that nguc rung nhi than phe man cap tinh duong tiet nieu bang quang thieu sat hen di ung ngua may day man migren dong kinh
    than kinh ngoai bien lung goi co chuot rut huyet khoi du phong dot quy phu giap cuong lao sot ret`),
]);
/** Words that may stand among those. */
export const REASON_LINKS: ReadonlySet<string> = setOf(
  'the a an his her of and with in acute chronic mild moderate severe suspected presumed recurrent possible bi va benh chung con',
);
