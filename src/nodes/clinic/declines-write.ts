import { foldForCues } from './fold-for-cues.ts';

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
/** The same where only the marks tell: "đừng cho" is not "dùng cho". */
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
