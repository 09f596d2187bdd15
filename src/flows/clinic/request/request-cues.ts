import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readCues } from '../../../language/read-lexicon.ts';
import { ToolName } from '../clinic-tools.ts';

/** On text without marks and in lower case: a judgement is asked for, not a fact. */
export const JUDGEMENT =
  /\b(?:should (?:i|we|he|she|they|this|a|an|the)|would you|do you think|which (?:of|one|drug|antibiotic|agent|option|dose|anti\w+|medicine|medication|statin|insulin|treatment|class)|best\b|(?:safest|most appropriate|ideal|optimal|right)\b|too (?:high|low|much|strong|early|late)\b|better (?:choice|option)|why (?:might|is|are|does|do|has|did|would)|reasonable|acceptable|appropriate|make[s]? sense|(?:could|can|might|may|does|do) .{2,60} explain|advise|how (?:should|would|do|can|could) (?:i|we|you)|safely (?:add|use|give|start|continue|combine|take)|differential|most likely|contribut\w+|weigh\w*|pros and cons|risks? and benefits?|prefer\w*|despite|worth (?:it|adding|starting|stopping|trying)|what (?:dose|would you|next|else)|next step|alternatives? (?:to|for)|instead of|okay to|ok to|is it (?:safe|ok|okay|fine|wise) to)\b|\b(?:nen (?:chon|dung|uong|lam|giam|tang|doi|ngung|tiep|cho|bat|khuyen|them|giu|uu|xu)|co nen|vi sao|tai sao|hop ly|can nhac|phan biet|lap luan|nghieng ve|chinh lieu|lua chon nao|thuoc nao|loai nao|khuyen the nao|co phai do|phai lam|ra sao|co the do|do dau|tot nhat|uu tien|thay the|loi hai|loi ich va nguy co|(?:dung|uong) tiep duoc|co on|an toan nhat|phu hop nhat|(?:cao|thap|nhieu|it) qua|co can|(?:thuoc|khang sinh|loai|lieu|phac do|lua chon)(?: [a-z]+){0,4} nao|co duoc khong|lieu bao nhieu|lieu nao|huong xu tri|xu tri the nao|giai thich)\b/u;

/** A chart or a person that is spoken of without a name. */
export const POINTS_AT_PATIENT =
  /\b(?:he|she|him|his|her|hers|(?:this|the|same|our|my) patient|this (?:child|baby|lady|man|woman|boy|girl))\b|\b(?:benh nhan (?:nay|do)|(?:ong|ba|co|chi|anh|bac|em|chau) (?:ay|nay)|cu (?:nay|ong|ba)?|be nay)\b/u;

/** Politeness, a greeting, or what the assistant itself is or can. */
export const SMALL_TALK =
  /^(?:hi|hello|hey|good (?:morning|afternoon|evening|day|night)|greetings|thanks?|thank you|many thanks|cheers|ok(?:ay)?|got it|great|perfect|excellent|understood|bye|goodbye|see you|that'?s all|no more questions|never ?mind|xin chao|chao|cam on|cam on nhe|tam biet|hen gap|tuyet|tot roi|da hieu|hieu roi|duoc roi|vang|da|thoi|khong con gi|khong hoi gi)(?![a-z])/u;

export const ABOUT_ASSISTANT =
  /\b(?:who are you|what (?:can|do) you (?:do|know|help)|what are you|your (?:name|tools|sources)|(?:which|what) tools|(?:can|do|could) you (?:answer|speak|reply|write|understand|talk)|how do you work|are you (?:a|an|human))\b|\b(?:ban la ai|ban (?:co the )?lam (?:duoc )?(?:gi|nhung gi)|ban co (?:nhung )?(?:cong cu|the)|ban (?:tra loi|noi|hieu)|ten ban|giup (?:duoc |toi )?(?:gi|nhung gi))\b/u;

/** A word, a unit or a formula: one line, no source of a patient's. */
export const ONE_LINER =
  /\b(?:stands? for|abbreviation|what does .{1,40} mean|definition of|define|formula (?:for|of)|convert\w*|how many .{1,40} (?:in|are in|are there in|make) (?:a|an|one|1)\b)|\b(?:viet tat|nghia la gi|la chu gi|dinh nghia|cong thuc|quy doi|(?:doi|chuyen) \d|bang bao nhieu)\b/u;

/** The tool that a part of a request calls for by its words, or null. */
export function toolFor(part: string): ToolName | null {
  return toolCues().find(({ cue }) => cue.test(part))?.tool ?? null;
}

/**
 * Words by which a part of a request calls for a tool, on text without marks and in lower case; the first that fits wins.
 * Both languages in one pattern: a request often mixes them.
 */
const toolCues = once(() =>
  readCues('language/tool-cues', ['tool']).map(({ keys: [tool], cue }) => ({
    tool: ToolName.parse(tool),
    cue: new RegExp(cue, 'u'),
  })),
);

const DOING = '(?:prescrib|start|initiat|commenc|order|giv|add|record|document|renew|refill|writ|put|us)';
/** Not to be done, on text without marks and in lower case. */
const NOT = new RegExp(
  [
    String.raw`\b(?:do|does|did|should|must|would|will|could|can|need|is|are|was)(?: not|n't|nt)\b(?! (?:forget|hesitate))`,
    String.raw`\b(?:won't|wont|can't|cant|cannot|don't|dont|mustn't|shouldn't)(?! (?:forget|hesitate))\b`,
    String.raw`\bnot (?:to |going to |yet |be )?${DOING}`,
    String.raw`\b(?:never|no need|hold off|holding off|refrain|avoid|instead of|rather than|no longer|stop|against|refus\w+|declin\w+|without) (?:to |on |from |the )?(?:\w+ )?${DOING}`,
    String.raw`\bnever ${DOING}`,
    String.raw`\b(?:not allergic|no (?:known )?(?:drug )?allerg\w*|nkda|denies|not (?:have|had) (?:an? )?allerg\w*)\b`,
    String.raw`\b(?:khong|chua|dung|khoi) (?:co )?(?:nen |can |phai |muon |duoc |the |cho |voi |vội )?(?:ke|them|ghi|bo sung|bat dau|ra|viet|soan|nhap|luu|cap nhat)\b`,
    String.raw`\bkhong (?:co )?(?:tien su )?di ung\b`,
  ].join('|'),
  'u',
);
/** Refusals that only their diacritics tell apart: "đừng cho" (do not give), not "dùng cho" (use for). */
const NOT_MARKED = /(?<!\p{L})(?:đừng|khỏi (?:kê|cần|phải|cho)|chớ|miễn (?:kê|thêm))(?!\p{L})/u;

const REFUSAL =
  /^(?:please |so |ok |okay |xin |hay |vui long )*(?:do not|don't|dont|never|no need|hold off|dung|khong|khoi|chua|cho)\b/u;

/** Takes back what was said before it. */
const CANCEL =
  /\b(?:never ?mind|cancel(?:led)?|scrap (?:it|that|this)|forget (?:it|that|about it)|disregard|undo|withdraw|leave it|no longer needed|changed my mind|bo qua di|khong can nua)\b/u;
const CANCEL_MARKED = /(?<!\p{L})(?:hủy|huỷ|thôi|bỏ đi|khỏi cần|khỏi)(?!\p{L})/u;
const CANCEL_UNMARKED = /^(?:thoi|huy)(?:$|[,. ]|\b(?= (?:khong|don|y lenh|bo)))/u;

/** Asked, not ordered. */
const QUESTION =
  /\b(?:should|shall|may|can|could|might|do|would|must) (?:i|we)\b|\b(?:should (?:he|she|they|this|the)|is it|would it|do you think|would you|what if|why|whether|how about|what about|ok to|okay to|safe to|wise to|thinking (?:of|about)|considering|wonder\w*)\b|\b(?:co nen|nen chang|lieu co|co duoc|co the (?:ke|them|cho|dung)|(?:dinh|tinh) (?:ke|them|cho))\b.{0,120}?(?:\bkhong\b|\bchua\b|\?|$)|\b(?:duoc|phai|hay|dung) khong\b|\bkhong\s?\?|\bchu\s?\?/u;
/** A request worded as a question. */
const POLITE =
  /\b(?:can|could|would|will) you\b|\bplease\b|\b(?:giup|ho|dum|nho ban|vui long)\b(?!.{0,200}\bduoc khong\b)/u;

/** Whether words say not to do what they name. */
export function isNegated(text: string): boolean {
  return NOT.test(foldForCues(text)) || NOT_MARKED.test(text.normalize('NFC').toLowerCase());
}

/** Whether words take back what was asked for before. */
export function isCancelled(text: string): boolean {
  const folded = foldForCues(text).trim();
  return (
    CANCEL.test(folded) ||
    CANCEL_MARKED.test(text.normalize('NFC').toLowerCase()) ||
    CANCEL_UNMARKED.test(folded)
  );
}

/** Whether words begin by taking something back: "Cancel that", "Thôi". */
export function beginsWithCancel(text: string): boolean {
  const [head = ''] = text.trim().split(/(?<=^\S{1,20}\s\S{1,20})\s/u);
  return isCancelled(head);
}

/** Whether words are an order not to do something: "Do not start …", "Đừng kê …". */
export function beginsWithRefusal(text: string): boolean {
  return REFUSAL.test(foldForCues(text).trim()) && isNegated(text);
}

/** Whether a sentence asks whether something should be done. `endsInMark`: whether it ends in a question mark. */
export function isQuestion(text: string, endsInMark: boolean): boolean {
  const folded = foldForCues(text);
  return QUESTION.test(folded) || (endsInMark && !POLITE.test(folded));
}

/** A request as its cues are looked for: without marks, in lower case, with one kind of apostrophe. */
export function foldForCues(text: string): string {
  return foldDiacritics(text).toLowerCase().replaceAll('’', "'");
}
