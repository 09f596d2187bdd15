import type { Language } from '../../../domain/language.ts';
import { COMPOUNDS } from './compounds.ts';

/** Words that rules use for one another; each group is read as its first. In English the forms as stemmed. */
const GROUPS: Readonly<Record<Language, readonly (readonly string[])[]>> = {
  en: [
    ['keep', 'retain', 'store', 'save', 'hold', 'held', 'kept', 'archiv', 'preserv', 'storag', 'capac'],
    ['send', 'sent', 'submit', 'file', 'lodg', 'forward'],
    ['use', 'take', 'taken', 'spend', 'spent'],
    ['end', 'close', 'finish', 'stop', 'expir', 'termin', 'cut', 'disconnect', 'laps'],
    ['start', 'begin', 'commenc'],
    ['pay', 'paid', 'reimburs', 'refund', 'compens', 'contribut', 'cover', 'fund', 'financ', 'sponsor'],
    ['cost', 'price', 'fee', 'charg'],
    ['report', 'notifi', 'inform', 'tell', 'told', 'declar'],
    ['answer', 'repli', 'respond', 'respons', 'resolv', 'settl', 'decid'],
    ['chang', 'replac', 'renew'],
    ['request', 'appli', 'applic', 'ask'],
    ['approv', 'authoris', 'sign', 'signatur'],
    ['receiv', 'get', 'given', 'grant', 'entitl', 'have', 'issu', 'gain'],
    ['test', 'check', 'inspect', 'verifi', 'examin'],
    ['repeat', 'retak', 'redo'],
    ['delet', 'eras', 'remov', 'wipe'],
    ['lose', 'lost', 'loss', 'miss', 'mislaid'],
    ['buy', 'bought', 'purchas', 'acquir'],
    ['car', 'vehicl', 'park'],
    ['lock', 'block', 'suspend', 'disabl'],
    ['remot', 'home', 'telework'],
    ['comput', 'laptop', 'pc', 'workstat'],
    ['phone', 'telephon', 'mobil'],
    ['bag', 'item', 'belong', 'properti'],
    ['patient', 'inpati', 'bedsid'],
    ['visit', 'visitor', 'guest'],
    ['meal', 'lunch', 'food'],
    ['help', 'support', 'assist'],
    ['penalti', 'fine', 'sanction'],
    ['leav', 'absenc', 'vacat'],
    ['premis', 'ground', 'site', 'campus'],
    ['email', 'mail'],
    ['person', 'peopl', 'individu'],
    ['work', 'duti'],
    ['trip', 'travel', 'journey'],
    ['return', 'back', 'restor', 'recov'],
    ['salari', 'wage'],
    ['reach', 'contact'],
    ['permiss', 'consent'],
    ['hire', 'recruit', 'employ'],
    ['teach', 'train', 'educ'],
    ['illness', 'sick', 'ill'],
    ['gift', 'present'],
    ['valu', 'worth'],
    ['clean', 'wash', 'disinfect'],
    ['enter', 'access'],
    ['wear', 'worn', 'dress'],
    ['photo', 'pictur', 'photograph', 'imag'],
    ['resign', 'quit'],
    ['parent', 'mother', 'father'],
    ['limit', 'ceil', 'cap'],
    ['attend', 'join'],
    ['bring', 'brought'],
    ['doctor', 'physician'],
    ['canteen', 'cafeteria'],
    ['lift', 'elev'],
    ['confirm', 'acknowledg'],
    ['drive', 'stick'],
  ],
  vi: [
    ['lưu', 'giữ', 'lưu trữ', 'lưu giữ', 'bảo quản'],
    ['nộp', 'gửi'],
    ['trả', 'chi', 'thanh toán', 'chi trả', 'hoàn trả', 'hỗ trợ', 'đền', 'bồi thường', 'đóng phí', 'tài trợ'],
    ['kết thúc', 'ngắt', 'dừng', 'đóng cửa', 'hết giờ', 'hết hạn', 'hết hiệu lực'],
    ['bắt đầu', 'mở cửa', 'phục vụ'],
    ['báo', 'thông báo', 'báo cáo', 'khai báo'],
    ['phản hồi', 'trả lời', 'giải đáp', 'giải quyết'],
    ['đổi', 'thay', 'thay đổi'],
    ['hạn', 'thời hạn', 'hạn chót'],
    ['muộn', 'trễ'],
    ['đi muộn', 'đi trễ', 'đến muộn', 'đến trễ', 'đi làm trễ', 'đi làm muộn', 'vào ca muộn', 'vào muộn'],
    ['cấp', 'phát', 'cấp phát'],
    ['duyệt', 'phê duyệt', 'chấp thuận', 'phê chuẩn'],
    ['lương', 'tiền lương'],
    ['phí', 'giá', 'lệ phí', 'mức phí', 'chi phí', 'đơn giá'],
    ['mất', 'làm mất', 'thất lạc', 'đánh mất', 'làm rơi', 'đánh rơi', 'rơi mất'],
    ['khóa', 'khoá'],
    ['dùng', 'sử dụng'],
    ['học', 'tham gia', 'theo học'],
    ['kiểm tra', 'rà soát', 'thử'],
    ['máy tính', 'máy vi tính'],
    ['chuyến đi', 'khi về', 'sau khi về'],
    ['vào', 'đến'],
    ['xóa', 'xoá', 'hủy', 'huỷ'],
    ['người nhà', 'thân nhân', 'người thân'],
    ['xin', 'đề nghị', 'yêu cầu'],
    ['mua', 'sắm', 'mua sắm'],
    ['đặt', 'đặt trước', 'đăng ký'],
    ['đào tạo', 'tập huấn', 'khóa học', 'bồi dưỡng'],
    ['khóa', 'tạm khóa', 'vô hiệu hóa'],
    ['trưởng khoa', 'trưởng đơn vị', 'quản lý trực tiếp'],
    ['từ xa', 'ở nhà'],
    ['điện thoại', 'di động'],
    ['ăn trưa', 'suất ăn', 'bữa ăn', 'bữa trưa'],
    ['thôi việc', 'nghỉ việc', 'chấm dứt hợp đồng'],
    ['khuôn viên', 'trong viện', 'nội viện'],
    ['đeo', 'mang'],
    ['khai', 'điền'],
    ['phạt', 'phạt tiền', 'xử phạt'],
    ['đầu', 'đầu tiên'],
    ['chỗ ngồi', 'chỗ', 'ghế', 'người ngồi'],
  ],
};

/** What is done with a thing: answering a request and sending one are two matters. */
const ACTIONS: ReadonlySet<string> = new Set(
  'keep send end start report answer chang approv test delet lưu nộp kết_thúc bắt_đầu báo phản_hồi đổi duyệt kiểm_tra xóa đóng hưởng'.split(
    ' ',
  ),
);

/** Say that something is so, not what: left out before two statements are compared. */
const FILLERS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(
    'deadlin due valid last run remain earn amount equal seat come happen held place automat alway normal usual current also each everi any new own per later earli must may requir option mandatori forbidden allow prohibit permit least most maximum minimum within exceed wish need shall can voluntari free full half exempt other one good later total yearli annual time go goe come make made enough nobodi anyon everyon whoever onli longer shorter accept admit welcom let'
      .split(' ')
      // Leave is annual, a plan is in advance: those are names.
      .filter((word) => word !== 'annual'),
  ),
  vi: new Set(
    'chứa đạt gồm bằng tính tối đa thiểu ít nhất quá dưới vòng cấm nghiêm bắt buộc thể chưa đủ hết vượt việc bị tự chỉ mỗi mọi đều sẽ ngay hằng hàng nếu muốn cần miễn toàn bộ nửa lần đối cho với người muốn ai những ngày mới hoàn_thành'.split(
      ' ',
    ),
  ),
};

const CANONICAL: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  en: byWord('en'),
  vi: byWord('vi'),
};

/** Vietnamese words of two syllables and more, longest first: their syllables alone mean something else. */
const PHRASES = [...new Set([...CANONICAL.vi.keys(), ...COMPOUNDS])]
  .filter((word) => word.includes(' '))
  .sort((a, b) => b.length - a.length);
const PHRASE = new RegExp(`(?<!\\p{L})(?:${PHRASES.join('|')})(?!\\p{L})`, 'gu');

/** Phrases that stand for one word, as that word. Lower case in, lower case out. */
export function joinPhrases(text: string): string {
  return text.replace(PHRASE, (phrase) => (CANONICAL.vi.get(phrase) ?? phrase).replaceAll(' ', '_'));
}

/** The word a rule could as well have used; null for one that says nothing about its subject. */
export function canonicalWord(word: string, language: Language): string | null {
  if (FILLERS[language].has(word)) return null;
  return (CANONICAL[language].get(word) ?? word).replaceAll(' ', '_');
}

/** Whether each does something to its subject, and neither what the other does. */
export function doDifferentThings(a: readonly string[], b: readonly string[]): boolean {
  const [doneA, doneB] = [a, b].map((words) => words.filter((word) => ACTIONS.has(word)));
  if (!doneA?.length || !doneB?.length) return false;
  return !doneA.some((word) => doneB.includes(word));
}

/** So long ahead something is announced, asked for, sent in or put down: whichever of them, it is one rule. */
const ASKING: ReadonlySet<string> = new Set(
  'report send request reserv regist appli báo nộp xin đặt đơn'.split(' '),
);

export function withoutAsking(words: readonly string[]): string[] {
  const rest = words.filter((word) => !ASKING.has(word));
  return rest.length > 0 ? rest : [...words];
}

/** Says what is done, or that it is asked for, not to what. */
export function isAction(word: string): boolean {
  return ACTIONS.has(word) || word === 'request' || word === 'xin';
}

function byWord(language: Language): ReadonlyMap<string, string> {
  return new Map(
    GROUPS[language].flatMap(([first = '', ...others]) => [first, ...others].map((word) => [word, first])),
  );
}
