import type { Sentences } from '../src/domain/language.ts';

const KIDNEY_STAGES = {
  g1: { en: 'G1, normal or high', vi: 'G1, bình thường hoặc cao' },
  g2: { en: 'G2, mildly decreased', vi: 'G2, giảm nhẹ' },
  g3a: { en: 'G3a, mildly to moderately decreased', vi: 'G3a, giảm nhẹ đến vừa' },
  g3b: { en: 'G3b, moderately to severely decreased', vi: 'G3b, giảm vừa đến nặng' },
  g4: { en: 'G4, severely decreased', vi: 'G4, giảm nặng' },
  g5: { en: 'G5, kidney failure', vi: 'G5, suy thận' },
} satisfies Sentences;

const CLOT_LEVELS = {
  likely: { en: 'likely: imaging', vi: 'nhiều khả năng: cần chẩn đoán hình ảnh' },
  unlikely: { en: 'unlikely: D-dimer first', vi: 'ít khả năng: làm D-dimer trước' },
} satisfies Sentences;

const LOW_NORMAL_HIGH = {
  low: { en: 'low', vi: 'thấp' },
  normal: { en: 'within the usual range', vi: 'trong khoảng thường gặp' },
  high: { en: 'high', vi: 'tăng' },
} satisfies Sentences;

/** What a result means, by calculator. */
export const BANDS = {
  'ckd-epi': KIDNEY_STAGES,
  'cockcroft-gault': {
    actual_weight: {
      en: 'with the actual weight; a label says from which clearance the dose changes',
      vi: 'theo cân nặng thực; nhãn thuốc cho biết mức cần chỉnh liều',
    },
  },
  kdigo: {
    ...KIDNEY_STAGES,
    no_acr: {
      en: 'the risk is not known without the urine albumin/creatinine ratio',
      vi: 'chưa biết nguy cơ khi chưa có tỷ số albumin/creatinin niệu',
    },
    low: { en: 'low risk', vi: 'nguy cơ thấp' },
    moderate: { en: 'moderately increased risk', vi: 'nguy cơ tăng vừa' },
    high: { en: 'high risk', vi: 'nguy cơ cao' },
    very_high: { en: 'very high risk', vi: 'nguy cơ rất cao' },
  },
  fena: {
    prerenal: { en: 'below 1 %, suggests a prerenal cause', vi: 'dưới 1 %, gợi ý nguyên nhân trước thận' },
    between: { en: '1 to 2 %, undecided', vi: '1 đến 2 %, chưa xác định' },
    intrinsic: { en: 'above 2 %, suggests tubular injury', vi: 'trên 2 %, gợi ý tổn thương ống thận' },
  },
  'cha2ds2-vasc': {
    none: {
      en: 'low risk: no anticoagulation for stroke prevention',
      vi: 'nguy cơ thấp: không cần chống đông để phòng đột quỵ',
    },
    consider: {
      en: 'one point besides sex: anticoagulation should be considered',
      vi: 'một điểm ngoài điểm giới tính: nên cân nhắc chống đông',
    },
    treat: {
      en: 'two or more points besides sex: anticoagulation is recommended',
      vi: 'từ hai điểm ngoài điểm giới tính: khuyến cáo chống đông',
    },
  },
  'has-bled': {
    low: {
      en: 'low bleeding risk (about 1 per 100 patient-years)',
      vi: 'nguy cơ chảy máu thấp (khoảng 1 trên 100 người-năm)',
    },
    moderate: {
      en: 'moderate bleeding risk (about 1.9 per 100 patient-years)',
      vi: 'nguy cơ chảy máu trung bình (khoảng 1,9 trên 100 người-năm)',
    },
    high: {
      en: 'high bleeding risk (3.7 or more per 100 patient-years): correct what can be corrected and review often',
      vi: 'nguy cơ chảy máu cao (từ 3,7 trên 100 người-năm): điều chỉnh yếu tố nguy cơ và tái khám thường xuyên',
    },
  },
  map: {
    low: {
      en: 'below 65 mmHg, the initial target in septic shock',
      vi: 'dưới 65 mmHg, đích ban đầu trong sốc nhiễm khuẩn',
    },
    at_target: {
      en: 'at or above 65 mmHg, the initial target in septic shock',
      vi: 'từ 65 mmHg, đích ban đầu trong sốc nhiễm khuẩn',
    },
  },
  qtc: {
    very_long: {
      en: 'above 500 ms: high risk of torsades de pointes',
      vi: 'trên 500 ms: nguy cơ xoắn đỉnh cao',
    },
    long: { en: 'prolonged', vi: 'kéo dài' },
    not_long: { en: 'not prolonged', vi: 'không kéo dài' },
    long_in_men: {
      en: 'prolonged in a man, not in a woman: the sex is not known',
      vi: 'kéo dài nếu là nam, không kéo dài nếu là nữ: chưa rõ giới',
    },
    by_fridericia: {
      en: 'judged by Fridericia, because the heart rate is outside 60–100',
      vi: 'đánh giá theo Fridericia vì nhịp tim ngoài 60–100',
    },
  },
  ldl: { by_risk: { en: 'the target depends on cardiovascular risk', vi: 'đích tùy theo nguy cơ tim mạch' } },
  'wells-dvt': CLOT_LEVELS,
  'wells-pe': CLOT_LEVELS,
  perc: {
    negative: {
      en: 'negative: with a low clinical probability, no further test for pulmonary embolism',
      vi: 'âm tính: nếu xác suất lâm sàng thấp thì không cần xét nghiệm thêm về thuyên tắc phổi',
    },
    positive: {
      en: 'positive: does not rule out pulmonary embolism',
      vi: 'dương tính: không loại trừ thuyên tắc phổi',
    },
  },
  'curb-65': {
    low: {
      en: 'low severity (30-day mortality about 1.5 %)',
      vi: 'mức độ nhẹ (tử vong 30 ngày khoảng 1,5 %)',
    },
    moderate: {
      en: 'moderate severity (about 9.2 %): consider admission',
      vi: 'mức độ vừa (khoảng 9,2 %): cân nhắc nhập viện',
    },
    severe: {
      en: 'severe (about 22 %): admit, consider intensive care at 4 or 5',
      vi: 'nặng (khoảng 22 %): nhập viện, cân nhắc hồi sức khi 4 hoặc 5 điểm',
    },
  },
  'aa-gradient': {
    normal: { en: 'not above what is expected for age', vi: 'không vượt mức mong đợi theo tuổi' },
    raised: { en: 'above what is expected for age', vi: 'vượt mức mong đợi theo tuổi' },
    on_oxygen: {
      en: 'on added oxygen the expected value does not hold',
      vi: 'khi thở oxy, giá trị mong đợi không còn đúng',
    },
  },
  news2: {
    zero: { en: 'low: observations at least every 12 hours', vi: 'thấp: theo dõi ít nhất mỗi 12 giờ' },
    low: {
      en: 'low: observations every 4 to 6 hours, assessed by a nurse',
      vi: 'thấp: theo dõi mỗi 4 đến 6 giờ, điều dưỡng đánh giá',
    },
    single_three: {
      en: 'low to medium, 3 in one item: urgent review by a ward doctor, at least hourly',
      vi: 'thấp đến trung bình, có một mục 3 điểm: bác sĩ đánh giá khẩn, theo dõi ít nhất mỗi giờ',
    },
    medium: {
      en: 'medium: urgent response, at least hourly',
      vi: 'trung bình: đáp ứng khẩn, theo dõi ít nhất mỗi giờ',
    },
    high: {
      en: 'high: emergency response, continuous monitoring',
      vi: 'cao: đáp ứng cấp cứu, theo dõi liên tục',
    },
    scale_1: { en: 'SpO₂ by scale 1', vi: 'SpO₂ theo thang 1 (thường)' },
    scale_2: { en: 'SpO₂ by scale 2', vi: 'SpO₂ theo thang 2 (tăng CO₂)' },
  },
  qsofa: {
    high: {
      en: '2 or more: high risk of a bad outcome; look for organ dysfunction',
      vi: 'từ 2 điểm: nguy cơ diễn biến xấu cao; tìm rối loạn chức năng cơ quan',
    },
    low: { en: 'below 2: does not rule out sepsis', vi: 'dưới 2 điểm: không loại trừ nhiễm khuẩn huyết' },
  },
  gcs: {
    severe: { en: '8 or less: severe', vi: 'từ 8 trở xuống: nặng' },
    moderate: { en: '9 to 12: moderate', vi: '9 đến 12: trung bình' },
    mild: { en: '13 to 15: mild', vi: '13 đến 15: nhẹ' },
  },
  'glasgow-blatchford': {
    low: {
      en: '0 or 1: very low risk, outpatient care may be possible',
      vi: '0 hoặc 1: nguy cơ rất thấp, có thể điều trị ngoại trú',
    },
    treat: {
      en: '2 or more: hospital assessment and endoscopy',
      vi: 'từ 2 điểm: đánh giá tại bệnh viện và nội soi',
    },
  },
  'meld-3': {
    m6: {
      en: '3-month mortality about 2 % (in the cohort of the original MELD)',
      vi: 'tử vong 3 tháng khoảng 2 % (trong nhóm của MELD gốc)',
    },
    m10: {
      en: '3-month mortality about 6 % (in the cohort of the original MELD)',
      vi: 'tử vong 3 tháng khoảng 6 % (trong nhóm của MELD gốc)',
    },
    m20: {
      en: '3-month mortality about 20 % (in the cohort of the original MELD)',
      vi: 'tử vong 3 tháng khoảng 20 % (trong nhóm của MELD gốc)',
    },
    m30: {
      en: '3-month mortality about 53 % (in the cohort of the original MELD)',
      vi: 'tử vong 3 tháng khoảng 53 % (trong nhóm của MELD gốc)',
    },
    m40: {
      en: '3-month mortality about 71 % (in the cohort of the original MELD)',
      vi: 'tử vong 3 tháng khoảng 71 % (trong nhóm của MELD gốc)',
    },
  },
  'child-pugh': {
    a: { en: 'class A (5–6), well compensated', vi: 'nhóm A (5–6), còn bù tốt' },
    b: { en: 'class B (7–9), significant compromise', vi: 'nhóm B (7–9), suy giảm đáng kể' },
    c: { en: 'class C (10–15), decompensated', vi: 'nhóm C (10–15), mất bù' },
  },
  'corrected-calcium': LOW_NORMAL_HIGH,
  'corrected-sodium': {
    low: { en: 'low even when corrected (Katz)', vi: 'thấp ngay cả khi hiệu chỉnh (Katz)' },
    normal: {
      en: 'within the usual range when corrected (Katz)',
      vi: 'trong khoảng thường gặp khi hiệu chỉnh (Katz)',
    },
    high: {
      en: 'high when corrected (Katz): a deficit of water',
      vi: 'tăng khi hiệu chỉnh (Katz): thiếu nước',
    },
  },
  'anion-gap': {
    ...LOW_NORMAL_HIGH,
    no_albumin: { en: 'not corrected: albumin is not known', vi: 'chưa hiệu chỉnh: chưa biết albumin' },
  },
  osmolality: {
    ...LOW_NORMAL_HIGH,
    gap_normal: { en: 'the gap is not above 10', vi: 'khoảng trống không trên 10' },
    gap_high: {
      en: 'the gap is above 10: think of alcohols and other unmeasured osmoles',
      vi: 'khoảng trống trên 10: nghĩ đến rượu và các chất thẩm thấu khác',
    },
  },
  bmi: {
    who_under: { en: 'WHO: underweight', vi: 'WHO: thiếu cân' },
    who_normal: { en: 'WHO: normal', vi: 'WHO: bình thường' },
    who_over: { en: 'WHO: overweight', vi: 'WHO: thừa cân' },
    who_obese_1: { en: 'WHO: obesity class I', vi: 'WHO: béo phì độ I' },
    who_obese_2: { en: 'WHO: obesity class II', vi: 'WHO: béo phì độ II' },
    who_obese_3: { en: 'WHO: obesity class III', vi: 'WHO: béo phì độ III' },
    asian_under: { en: 'Asian cut-offs: underweight', vi: 'Ngưỡng châu Á: thiếu cân' },
    asian_normal: { en: 'Asian cut-offs: normal', vi: 'Ngưỡng châu Á: bình thường' },
    asian_over: { en: 'Asian cut-offs: overweight', vi: 'Ngưỡng châu Á: thừa cân' },
    asian_obese_1: { en: 'Asian cut-offs: obesity class I', vi: 'Ngưỡng châu Á: béo phì độ I' },
    asian_obese_2: { en: 'Asian cut-offs: obesity class II', vi: 'Ngưỡng châu Á: béo phì độ II' },
    child: {
      en: 'below 18 years it is read from a growth chart for age and sex',
      vi: 'dưới 18 tuổi cần đối chiếu biểu đồ tăng trưởng theo tuổi và giới',
    },
  },
  bsa: {},
  'ideal-weight': {
    not_above: {
      en: 'the actual weight is not above the ideal one, so none is adjusted',
      vi: 'cân nặng thực không vượt cân nặng lý tưởng nên không cần hiệu chỉnh',
    },
  },
  'dose-by-weight': {
    capped: { en: 'held to the maximum that was given', vi: 'đã giới hạn theo liều tối đa đã nêu' },
    not_above_maximum: { en: 'not above the maximum that was given', vi: 'không vượt liều tối đa đã nêu' },
    count_unknown: {
      en: 'doses a day were not given, so the maximum of a day was held against one dose alone',
      vi: 'chưa nêu số lần mỗi ngày nên liều tối đa một ngày chỉ được so với một lần dùng',
    },
    no_maximum: {
      en: 'no maximum was given: check the drug’s own',
      vi: 'chưa nêu liều tối đa: hãy kiểm tra liều tối đa của thuốc',
    },
  },
  'maintenance-fluids': {
    isotonic: { en: 'isotonic fluid is usual in children', vi: 'ở trẻ em thường dùng dịch đẳng trương' },
    seldom_more: {
      en: 'girls seldom need more than 2000 mL a day, boys seldom more than 2500',
      vi: 'trẻ nữ hiếm khi cần quá 2000 mL mỗi ngày, trẻ nam hiếm khi quá 2500',
    },
  },
  'pregnancy-dates': {
    first: { en: 'first trimester', vi: 'tam cá nguyệt thứ nhất' },
    second: { en: 'second trimester', vi: 'tam cá nguyệt thứ hai' },
    third: { en: 'third trimester', vi: 'tam cá nguyệt thứ ba' },
    term: { en: 'at term', vi: 'đủ tháng' },
    post: { en: 'post-term', vi: 'thai quá ngày' },
  },
} satisfies Record<string, Sentences>;
