import { foldDiacritics } from '../../../language/fold-diacritics.ts';
import { once, readCues, readPatterns } from '../../../language/read-lexicon.ts';
import { ToolName } from '../clinic-tools.ts';

export const requestCues = once(() =>
  readPatterns('language/request-cues', [
    'judgement',
    'points_at_patient',
    'small_talk',
    'about_assistant',
    'one_liner',
    'cancel',
    'question',
    'polite',
    'measured',
    'condition',
  ]),
);

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
const CANCEL_MARKED = /(?<!\p{L})(?:hủy|huỷ|thôi|bỏ đi|khỏi cần|khỏi)(?!\p{L})/u;
const CANCEL_UNMARKED = /^(?:thoi|huy)(?:$|[,. ]|\b(?= (?:khong|don|y lenh|bo)))/u;

/** Whether words say not to do what they name. */
export function isNegated(text: string): boolean {
  return NOT.test(foldForCues(text)) || NOT_MARKED.test(text.normalize('NFC').toLowerCase());
}

/** Whether words take back what was asked for before. */
export function isCancelled(text: string): boolean {
  const folded = foldForCues(text).trim();
  return (
    requestCues().cancel.test(folded) ||
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
  return requestCues().question.test(folded) || (endsInMark && !requestCues().polite.test(folded));
}

/** A request as its cues are looked for: without marks, in lower case, with one kind of apostrophe. */
export function foldForCues(text: string): string {
  return foldDiacritics(text).toLowerCase().replaceAll('’', "'");
}
