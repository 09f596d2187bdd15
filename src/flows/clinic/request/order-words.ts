import { MEDICAL_WORDS_EN } from '../../../language/search-terms/tables/known-words.en.ts';

/** How orders are worded, on text without marks and in lower case. Both languages in one pattern: an order often mixes them. */

const N = String.raw`\d{1,7}(?:[.,]\d{1,6}){0,3}`;
const NUMBER_WORD = 'one|two|three|four|five|six|seven|eight|ten|twelve|mot|hai|ba|bon|nam|sau|bay|tam|muoi';
const MASS =
  'mg|mcg|ug|µg|μg|micrograms?|milligrams?|grams?|g|ng|ml|iu|ui|mu|units?|million units|don vi|dv|mmol|meq|mci';
const FORM =
  'tablets?|tabs?|caps?|capsules?|pills?|puffs?|sprays?|drops?|patch(?:es)?|sachets?|ampoules?|amps?|vials?|suppositor(?:y|ies)|pessar(?:y|ies)|lozenges?|teaspoons?|vien|giot|goi|ong|lo|nhat(?: xit)?|mieng(?: dan)?|thia|muong';
const RANGE_SIGN = String.raw`\s?(?:-|–|to|den)\s?`;
const PER = String.raw`(?:\s?(?:\/|per )\s?(?:kg|ml|\d{1,3}\s?ml|l|hours?|hr|h|gio|day|ngay|dose|lan|lieu|m2|minute|min|phut|tablet|vien|puff|nhat|24\s?h(?:ours)?))`;
const EDGE = '(?![a-z0-9])';

/** An amount with its unit, as a whole: "5 mg", "200-400 mg", "20/12.5 mg", "25 mcg/hour", "500 mg/30 mg". */
export const AMOUNT = new RegExp(
  `(?<![a-z0-9.,/-])${N}(?:\\s?(?:${MASS}))?(?:(?:${RANGE_SIGN}|\\s?[/+]\\s?)${N}(?:\\s?(?:${MASS}))?){0,3}(?<=(?:${MASS}))${EDGE}${PER}{0,2}`,
  'u',
);
/** Two strengths of one product. */
export const COMBINED = new RegExp(`${N}(?:\\s?(?:${MASS}))?\\s?[/+]\\s?${N}(?:\\s?(?:${MASS}))${EDGE}`, 'u');
/** How strong a liquid is says not how much of it. */
export const CONCENTRATION = /\/\s?(?:\d{1,4}\s?)?(?:ml|l)$/u;
export const PERCENT = new RegExp(`(?<![a-z0-9.,/-])${N}\\s?%`, 'u');
/** So many tablets, puffs, drops. */
export const COUNT = new RegExp(
  `(?<![a-z0-9.,/-])(?:${N}(?:(?:${RANGE_SIGN}|\\s?/\\s?)${N})?|${NUMBER_WORD}|half(?: an?| of an?)?|quarter of an?|nua|[½¼¾])\\s?(?:${FORM})${EDGE}`,
  'u',
);

const UNIT_OF_TIME = 'days?|weeks?|wks?|months?|nights?|ngay|tuan|thang';
export const DURATION = new RegExp(
  `\\b(?:for|x|trong(?: vong)?|during)\\s?(?:the next |a further |another )?(?:${N}(?:${RANGE_SIGN}${N})?|${NUMBER_WORD}|a)\\s?-?(?:more )?(?:${UNIT_OF_TIME}|d)\\b(?! (?:lan|times?))`,
  'u',
);
/** After what is taken in between is out of the way, a time alone is how long. */
export const BARE_DURATION = new RegExp(
  `(?<![a-z0-9.,/-])\\d{1,2}(?:${RANGE_SIGN}\\d{1,2})?\\s?-?(?:${UNIT_OF_TIME})\\b(?: course)?(?!\\s?\\d)`,
  'u',
);

const TIMES = String.raw`(?:once|twice|thrice|(?:${NUMBER_WORD}|\d{1,2}(?:\s?-\s?\d{1,2})?)\s?(?:times?|x))`;
const LAN = String.raw`(?:\d{1,2}(?:\s?-\s?\d{1,2})?|mot|hai|ba|bon|nam)\s?lan`;
/** How often. */
export const FREQUENCY = new RegExp(
  [
    String.raw`\b(?:up to )?${TIMES}\s?(?:(?:a|per|every|each|\/)\s?)?(?:daily|day|weekly|week|nightly|night|monthly|month|fortnight)\b`,
    String.raw`\bevery\s(?:(?:\d{1,2}(?:\s?(?:-|to)\s?\d{1,2})?|other|second|third|alternate|${NUMBER_WORD})[\s-]?)?(?:hours?|hrs?|h|days?|weeks?|months?|nights?|mornings?|evenings?)\b`,
    String.raw`\b(?:\d{1,2}|${NUMBER_WORD})[\s-]?hourly\b`,
    String.raw`\bq\s?\d{1,2}(?:\s?-\s?\d{1,2})?\s?(?:h|hrs?|hours?|hourly|d)\b`,
    String.raw`\b(?:o\.d\.|b\.d\.|b\.i\.d\.?|t\.d\.s\.?|t\.i\.d\.?|q\.d\.s\.?|q\.i\.d\.?|q\.d\.)`,
    String.raw`\b(?:od|bd|bid|tds|tid|qds|qid|qd|qod|qhs|qam|qpm|eod|mane|om|nocte|stat|daily|nightly|weekly|fortnightly|monthly|(?:on )?alternate days|once only|single dose|one[- ]off dose)\b`,
    String.raw`\bin (?:\d|${NUMBER_WORD}) divided doses\b`,
    String.raw`(?<![\d.,/-])[0-3]-[0-3]-[0-3](?:-[0-3])?(?![\d-])`,
    String.raw`(?:\bx\s?)?(?<![\d.,/-])\b${LAN}\s?(?:\/|mot|moi|trong(?: mot| 1)?)?\s?(?:ngay|tuan|thang)\b`,
    String.raw`\b(?:moi |mot )?(?:ngay|tuan)\s?(?:uong |dung |tiem |xit |boi |nho |hit |x )?${LAN}\b`,
    String.raw`\b(?:moi|cach)\s(?:(?:\d{1,2}(?:\s?-\s?\d{1,2})?|mot|hai|ba|bon|sau|tam|muoi hai)\s?)?(?:gio|tieng|ngay|tuan|thang|sang|trua|chieu|toi|dem)\b`,
    String.raw`\bhang (?:ngay|tuan|thang)\b|\b(?:mot|1) lan duy nhat\b|\blieu duy nhat\b|\bchia (?:lam |thanh )?\d lan\b`,
    String.raw`\bonce\b`,
  ].join('|'),
  'u',
);
const MEAL = '(?:meals?|food|breakfast|lunch|dinner|bed(?:time)?|sleep)';
/** When in the day: beside how often, or in its place. */
export const TIMING = new RegExp(
  String.raw`\b(?:in the |each )(?:morning|evening|afternoon|night)s?\b|\bat (?:night|bedtime|noon|breakfast|lunch|dinner)\b|\b(?:before|after|with) ${MEAL}(?: and ${MEAL})?\b|\bon an empty stomach\b|\btruoc (?:khi )?(?:an|ngu|bua an)\b|\bsau (?:khi )?(?:an|bua an)\b|\btrong bua an\b|\bluc (?:doi|no)\b|\b(?:vao )?buoi (?:sang|trua|chieu|toi)(?: va (?:buoi )?(?:sang|trua|chieu|toi))?\b`,
  'u',
);
export const TIMING_MARKED =
  /(?<!\p{L})(?:sáng|trưa|chiều|tối)(?:[ ,]{1,2}(?:và )?(?:sáng|trưa|chiều|tối))*(?!\p{L})/u;
export const AS_NEEDED =
  /\b(?:as (?:needed|required|necessary)|prn|p\.r\.n\.?|(?:when|if) (?:required|needed|necessary)|khi can|neu can)(?![a-z])/u;
/** What it is needed for is said with it. */
export const WHEN_NEEDED =
  /\b(?:khi|neu) (?:sot|dau|kho tho|ngua|non|buon non|mat ngu|ho|tieu chay|tao bon|co giat)(?: (?:dau|nhieu|cao|tren 38(?:[.,]5)?(?: do)?))?\b/u;
export const AT_MOST = new RegExp(
  `\\b(?:max(?:imum)?|not more than|no more than|toi da|khong qua)\\.?:? (?:dose |of )?${N}\\s?(?:${MASS}|${FORM})\\s?(?:/|in|per|a|trong|moi|mot)?\\s?(?:24\\s?h(?:ours)?|24 gio|day|daily|ngay)\\b`,
  'u',
);

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
