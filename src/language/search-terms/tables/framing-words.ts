import type { Language } from '../../../domain/language.ts';
import { foldDiacritics } from '../../fold-diacritics.ts';
import { analyzeText } from '../analyze-text.ts';

const ENGLISH = `able actual add advice advise affect afraid aim allow alone along already alternative always amount answer
  anyone apply approach around ask avoid aware bad become begin believe benefit best better big bring call careful case cause
  certain chance change check choice choose clear come common compare comparison concern concerned consider continue correct
  cut daily danger dangerous day deal decide decrease definition depend detail determine develop difference different difficult
  done early easy effective effectively either else end enough especially evidence exactly example expect experience far fast
  find fine first follow following four five six seven eight nine ten general given good great guidance guide guideline hard
  harm harmful help helpful high hour idea important improve include increase indicate information instead issue keep kind kit
  last late later latest lead least less level likely limit list little long look lot low lower main make manage management
  matter maximum mean measure method mild minimum minute month name never new next normal number often one option order outcome
  part particular patient people perform period person place plan point possible practice prefer problem proper provide
  question quick quickly raise range rate rather reason recommend recommendation reduce regular relate require result right
  role rule safe safely safety say second seem serious set several severe short show side sign significant similar simple since
  size small someone something soon source standard start step stop strong suggest suitable sure take taken term think three
  time top total treat treatment true try turn twice two type understand useful usual usually value various want way week well
  whether whole without wonder work worry worse worst worth wrong year yearly`;

const VIETNAMESE = `ai an toàn ảnh hưởng bao bắt bất bệnh bị biến cách cần chữa có cơn dấu dùng đầu điều đợt được đúng giờ giúp hiệu
  hiểm khác khi khỏi khuyến cáo không kiêng lại lâu làm lần lên liệu loại lợi lúc mấy mới mục mức năm nặng nên nếu ngày ngăn ngừa
  người nguy nhanh nhẹ nhiêu nhiều nhóm như nhất những nữa ở phải phòng phương pháp phút qua quả sao sau sớm thể thế theo thêm
  thì thuốc thường tiêu tốt trị triệu chứng trong trước tuần tuổi từ và về vì với xử trí xấu`;

/**
 * Words that say how a thing is asked, not what about: however rare they are in a collection, they tell little.
 * Compiled by hand.
 */
export const FRAMING_TERMS: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(ENGLISH.split(/\s+/u).flatMap((word) => analyzeText(word, 'en'))),
  vi: new Set(VIETNAMESE.split(/\s+/u).flatMap((word) => [word, foldDiacritics(word)])),
};
