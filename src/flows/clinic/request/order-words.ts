import { once, readPatterns, readWordLists } from '../../../language/read-lexicon.ts';
import { knownWords } from '../../../language/search-terms/word-tables.ts';

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

/** Words of orders, without marks and in lower case; those of `form` and `drug_class` are patterns. */
export const orderWords = once(() => {
  const lists = readWordLists('language/order-words', 'word', [
    // Words that say nothing of an order: the command, politeness, who it is for when that is the open chart.
    'filler',
    // After "for" and "cho" only these mean the open chart's patient: any other word may be a person.
    'after_for',
    // What a drug may be for; a word besides these after "for" may be a person.
    'reason',
    // Words that may stand among those.
    'reason_link',
    // Words that follow or precede a name and belong to it: a salt, a form, how it is released.
    'form',
    // Classes of drugs as clinicians name them.
    'drug_class',
    // Words that stand where a drug's name might, and are none.
    'no_drug',
  ]);
  return { ...lists, reason: new Set([...knownWords().medical, ...lists.reason]) };
});

export const orderCues = once(() =>
  readPatterns('language/request-cues', ['filler_phrases', 'form_after_strength']),
);

/** Words that are fillers only without their marks: with them they mean "do not". */
export const NO_FILLERS: ReadonlySet<string> = new Set(['đừng']);

/** What follows a name and belongs to it. */
export const nameTail = once(
  () => new RegExp(`^(?:[\\s-]{1,2}(?:${[...orderWords().form].join('|')})(?![a-z]))+`, 'u'),
);
