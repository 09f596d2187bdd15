import type { Intent } from './classify-intent.ts';

/** Words by which a sentence answers a question of each kind. */
export const INTENT_CUES: Readonly<Record<Intent, RegExp>> = {
  side_effects:
    /side effects?|adverse|caus(?:e[sd]?|ing)\b|nausea|vomit|diarrh|hypoglyc|bleeding|acidosis|deficien|contraindicat|should not|avoid|tác dụng phụ|không mong muốn|gây|buồn nôn|tiêu chảy|chống chỉ định|thiếu|nhiễm toan/iu,
  dosage: /\d\s*(?:mg|g|mcg|µg|ml|units?|iu|đơn vị)\b|\bdaily\b|per day|once|twice|mỗi ngày|lần\/ngày|liều/iu,
  treatment: /recommend|first[- ]line|treat|should|offer|therapy|khuyến cáo|điều trị|nên dùng|ưu tiên/iu,
  prevention: /prevent|reduc|vaccin|screen|protect|phòng|giảm|tiêm|tầm soát|sàng lọc/iu,
  diagnosis:
    /diagnos|symptom|sign|criteri|threshold|defined|chẩn đoán|triệu chứng|dấu hiệu|tiêu chuẩn|ngưỡng/iu,
  outcome:
    /\d+(?:[.,]\d+)?\s*(?:%|per cent)|hazard ratio|relative risk|odds ratio|mortality|tử vong|tỷ số|nguy cơ/iu,
  disease_info: /\bis (?:a|an|the)\b|defined|caused by|means|là (?:một|bệnh|tình trạng)|định nghĩa/iu,
};
