import { contentWords } from '../content-words.ts';

/** Words by which parts of an answer are named, whatever it is about. */
export const LABEL_WORDS: ReadonlySet<string> = contentWords(`
  about advice advantages after aspect assessment before benefits caution changes comparison conclusion cost criteria definition
  diagnosis difference differences disadvantages dosage dose drawbacks earlier effect effectiveness effects evidence findings
  findings first first-line follow-up guidance harms immediate initial interventions key later main management mechanism monitoring
  newer note older option options outcome outcomes overview part point precautions prevention previous recent recommendation
  recommendations result results risk risks role safety second side similarities since source sources step steps summary then
  post intervention monitor third topic treatment treatments until use year years
  bằng chứng bước can thiệp cảnh báo chẩn đoán chỉ định chi phí chính cuối cùng đánh giá ban đầu dự phòng điều trị điểm giống
  hiệu quả kết luận kết quả khác khía cạnh khuyến cáo kiểm soát liều lượng lợi ích lưu ý mới năm ngay nguồn nguy cơ nhược
  phần phòng ngừa sau đến theo dõi tác dụng phụ tiêu chí tóm tắt trước từ ưu vai trò xử trí an toàn cơ chế tiếp theo thay đổi cũ
`);
