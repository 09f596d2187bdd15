import type { Bilingual, Sentences } from '../src/domain/language.ts';

/** What each calculator is called, and for whom it does not hold or what it does not say. */
export const CALCULATOR_NAMES = {
  'ckd-epi': {
    en: 'eGFR by CKD-EPI 2021 (creatinine)',
    vi: 'Mức lọc cầu thận ước tính (eGFR) theo CKD-EPI 2021 (creatinin)',
  },
  'cockcroft-gault': {
    en: 'Creatinine clearance by Cockcroft–Gault',
    vi: 'Độ thanh thải creatinin theo Cockcroft–Gault',
  },
  kdigo: { en: 'CKD stage by KDIGO', vi: 'Giai đoạn bệnh thận mạn theo KDIGO' },
  fena: { en: 'Fractional excretion of sodium (FENa)', vi: 'Phân suất thải natri (FENa)' },
  'cha2ds2-vasc': { en: 'CHA₂DS₂-VASc', vi: 'Thang điểm CHA₂DS₂-VASc' },
  'has-bled': { en: 'HAS-BLED', vi: 'Thang điểm HAS-BLED' },
  map: { en: 'Mean arterial pressure', vi: 'Huyết áp động mạch trung bình' },
  qtc: { en: 'Corrected QT (QTc)', vi: 'QT hiệu chỉnh (QTc)' },
  ldl: { en: 'LDL cholesterol by Friedewald', vi: 'LDL cholesterol theo công thức Friedewald' },
  'wells-dvt': {
    en: 'Wells score for deep vein thrombosis',
    vi: 'Thang điểm Wells cho huyết khối tĩnh mạch sâu',
  },
  'wells-pe': { en: 'Wells score for pulmonary embolism', vi: 'Thang điểm Wells cho thuyên tắc phổi' },
  perc: { en: 'PERC rule', vi: 'Quy tắc PERC' },
  'curb-65': { en: 'CURB-65', vi: 'Thang điểm CURB-65' },
  'aa-gradient': { en: 'A–a oxygen gradient', vi: 'Chênh áp oxy phế nang–động mạch (A–a)' },
  news2: { en: 'NEWS2', vi: 'Thang điểm NEWS2' },
  qsofa: { en: 'qSOFA', vi: 'Thang điểm qSOFA' },
  gcs: { en: 'Glasgow Coma Scale', vi: 'Thang điểm hôn mê Glasgow' },
  'glasgow-blatchford': { en: 'Glasgow-Blatchford score', vi: 'Thang điểm Glasgow-Blatchford' },
  'meld-3': { en: 'MELD 3.0', vi: 'Thang điểm MELD 3.0' },
  'child-pugh': { en: 'Child–Pugh score', vi: 'Thang điểm Child–Pugh' },
  'corrected-calcium': { en: 'Calcium corrected for albumin', vi: 'Canxi hiệu chỉnh theo albumin' },
  'corrected-sodium': { en: 'Sodium corrected for glucose', vi: 'Natri hiệu chỉnh theo glucose' },
  'anion-gap': { en: 'Anion gap', vi: 'Khoảng trống anion' },
  osmolality: { en: 'Serum osmolality', vi: 'Áp lực thẩm thấu huyết thanh' },
  bmi: { en: 'Body mass index', vi: 'Chỉ số khối cơ thể (BMI)' },
  bsa: { en: 'Body surface area', vi: 'Diện tích da cơ thể (BSA)' },
  'ideal-weight': { en: 'Ideal body weight (Devine)', vi: 'Cân nặng lý tưởng (Devine)' },
  'dose-by-weight': { en: 'Dose by weight', vi: 'Liều theo cân nặng' },
  'maintenance-fluids': { en: 'Maintenance fluids (4-2-1)', vi: 'Dịch duy trì (4-2-1)' },
  'pregnancy-dates': { en: 'Pregnancy dates', vi: 'Ngày dự sinh và tuổi thai' },
} satisfies Sentences;

export const CALCULATOR_LIMITS = {
  'ckd-epi': {
    en: 'Adults with steady creatinine; not in acute kidney injury, pregnancy or extremes of muscle mass.',
    vi: 'Người lớn có creatinin ổn định; không dùng khi tổn thương thận cấp, mang thai hay khối cơ quá ít hoặc quá nhiều.',
  },
  'cockcroft-gault': {
    en: 'Adults with steady creatinine; for doses of drugs whose labels use it; overestimates in obesity and oedema.',
    vi: 'Người lớn có creatinin ổn định; để chỉnh liều thuốc khi nhãn thuốc dùng công thức này; ước cao hơn thực ở người béo phì, phù.',
  },
  kdigo: {
    en: 'CKD only where it has lasted for more than 3 months.',
    vi: 'Chỉ gọi là bệnh thận mạn khi kéo dài trên 3 tháng.',
  },
  fena: {
    en: 'Oliguric acute kidney injury; misleading with diuretics, contrast, sepsis, CKD.',
    vi: 'Dùng cho tổn thương thận cấp thiểu niệu; sai lệch khi dùng lợi tiểu, thuốc cản quang, nhiễm khuẩn huyết, bệnh thận mạn.',
  },
  'cha2ds2-vasc': {
    en: 'Atrial fibrillation without mechanical valve or moderate to severe mitral stenosis. ESC 2024 leaves sex out (CHA₂DS₂-VA).',
    vi: 'Rung nhĩ không có van cơ học hay hẹp van hai lá vừa–nặng. ESC 2024 bỏ yếu tố giới (CHA₂DS₂-VA).',
  },
  'has-bled': {
    en: 'To find risks that can be corrected, not to withhold anticoagulation. Labile INR counts on warfarin alone (time in range < 60 %).',
    vi: 'Để tìm yếu tố nguy cơ điều chỉnh được, không phải để từ chối chống đông. INR dao động chỉ tính khi dùng warfarin (thời gian trong khoảng đích < 60 %).',
  },
  map: { en: 'An estimate at normal heart rates.', vi: 'Ước tính ở nhịp tim bình thường.' },
  qtc: {
    en: 'Not with wide QRS, pacing or atrial fibrillation without averaging. Limits: 450 ms in men, 460 ms in women.',
    vi: 'Không dùng khi QRS rộng, tạo nhịp, hay rung nhĩ chưa lấy trung bình. Ngưỡng: nam 450 ms, nữ 460 ms.',
  },
  ldl: {
    en: 'Fasting; not above triglycerides of 4.5 mmol/L (400 mg/dL), nor in type III hyperlipidaemia.',
    vi: 'Lúc đói; không dùng khi triglycerid trên 4,5 mmol/L (400 mg/dL) hay tăng lipid máu type III.',
  },
  'wells-dvt': {
    en: 'Outpatients in whom it is suspected; not in pregnancy.',
    vi: 'Người bệnh ngoại trú nghi ngờ bệnh; không dùng khi mang thai.',
  },
  'wells-pe': {
    en: 'Where pulmonary embolism is suspected; not in pregnancy.',
    vi: 'Khi nghi ngờ thuyên tắc phổi; không dùng khi mang thai.',
  },
  perc: {
    en: 'Only where the clinical probability is low (< 15 %); not in pregnancy.',
    vi: 'Chỉ khi xác suất lâm sàng thấp (< 15 %); không dùng khi mang thai.',
  },
  'curb-65': {
    en: 'Community-acquired pneumonia of adults; a low score does not outweigh hypoxia or frailty.',
    vi: 'Viêm phổi cộng đồng ở người lớn; điểm thấp không loại trừ thiếu oxy hay suy yếu.',
  },
  'aa-gradient': {
    en: 'At sea level; the expected value holds on room air.',
    vi: 'Ở mực nước biển; giá trị mong đợi chỉ đúng khi thở khí trời.',
  },
  news2: {
    en: 'From 16 years, not in pregnancy. SpO₂ scale 2 only where hypercapnic failure is known and 88–92 % is the target.',
    vi: 'Từ 16 tuổi, không dùng khi mang thai. Thang SpO₂ số 2 chỉ khi đã biết suy hô hấp tăng CO₂ với đích 88–92 %.',
  },
  qsofa: {
    en: 'Foretells a bad course in infection; not to be used alone to screen for sepsis (SSC 2021).',
    vi: 'Tiên lượng diễn biến xấu khi nhiễm khuẩn; không dùng đơn độc để sàng lọc nhiễm khuẩn huyết (SSC 2021).',
  },
  gcs: {
    en: 'Say what could not be tested (tube, swelling, paralysis); children under 2 need their own scale.',
    vi: 'Nêu phần không đánh giá được (nội khí quản, phù mi, liệt); trẻ dưới 2 tuổi cần thang riêng.',
  },
  'glasgow-blatchford': {
    en: 'Upper gastrointestinal bleeding, before endoscopy.',
    vi: 'Xuất huyết tiêu hóa trên, trước nội soi.',
  },
  'meld-3': {
    en: 'Adults with chronic liver disease; rounded, 6 to 40.',
    vi: 'Người lớn có bệnh gan mạn; làm tròn, từ 6 đến 40.',
  },
  'child-pugh': {
    en: 'Cirrhosis; primary biliary cholangitis has other bilirubin limits.',
    vi: 'Xơ gan; viêm đường mật mật nguyên phát có ngưỡng bilirubin khác.',
  },
  'corrected-calcium': {
    en: 'An estimate: where it matters (ICU, dialysis, very low albumin) measure ionised calcium. Ranges differ by laboratory.',
    vi: 'Chỉ là ước tính: khi cần (hồi sức, lọc máu, albumin rất thấp) hãy đo canxi ion hóa. Khoảng tham chiếu tùy phòng xét nghiệm.',
  },
  'corrected-sodium': {
    en: 'For hyperglycaemia; Hillier’s factor fits better above 400 mg/dL (22 mmol/L).',
    vi: 'Khi tăng đường huyết; hệ số Hillier phù hợp hơn khi trên 400 mg/dL (22 mmol/L).',
  },
  'anion-gap': {
    en: 'Without potassium; the normal range depends on the laboratory’s method.',
    vi: 'Không tính kali; khoảng bình thường tùy phương pháp của phòng xét nghiệm.',
  },
  osmolality: {
    en: 'Alcohol is not counted; a normal gap does not rule out poisoning.',
    vi: 'Không tính rượu; khoảng trống bình thường không loại trừ ngộ độc.',
  },
  bmi: {
    en: 'Adults; not in pregnancy, with oedema or in very muscular people.',
    vi: 'Người lớn; không dùng khi mang thai, phù hoặc rất nhiều cơ.',
  },
  bsa: {
    en: 'The two formulas differ in obesity and in small children: use the one of the protocol.',
    vi: 'Hai công thức khác nhau ở người béo phì và trẻ nhỏ: dùng công thức của phác đồ.',
  },
  'ideal-weight': {
    en: 'Adults of at least 152.4 cm (60 inches). The adjusted weight is for drugs that call for it, usually from 120 % of the ideal weight.',
    vi: 'Người lớn cao từ 152,4 cm (60 inch). Cân nặng hiệu chỉnh dành cho thuốc có yêu cầu, thường từ 120 % cân nặng lý tưởng.',
  },
  'dose-by-weight': {
    en: 'Arithmetic only: check drug, indication, interval and maximum; an adult’s dose is not to be passed.',
    vi: 'Chỉ là phép tính: hãy kiểm tra thuốc, chỉ định, khoảng cách và liều tối đa; không vượt liều người lớn.',
  },
  'maintenance-fluids': {
    en: 'Not for newborns, shock, or heart, kidney or brain disease; deficits and losses come on top.',
    vi: 'Không dùng cho sơ sinh, sốc, bệnh tim, thận hay não; chưa tính dịch thiếu hụt và mất thêm.',
  },
  'pregnancy-dates': {
    en: 'Regular cycles of 28 days; an early ultrasound that differs outweighs it. Dates are read with the day before the month.',
    vi: 'Chu kỳ đều 28 ngày; siêu âm sớm khác kết quả thì ưu tiên siêu âm. Ngày được đọc trước tháng.',
  },
} satisfies Sentences;

/** The words of an answer. `{…}` are filled in. */
export const CALCULATION = {
  meaning: { en: 'Meaning: {bands}.', vi: 'Ý nghĩa: {bands}.' },
  formula: { en: 'Formula: {formula}.', vi: 'Công thức: {formula}.' },
  source: { en: 'Source: {source}.', vi: 'Nguồn: {source}.' },
  limits: { en: 'Limits of use: {limits}', vi: 'Giới hạn sử dụng: {limits}' },
  points: { en: 'Points: {points}.', vi: 'Điểm: {points}.' },
  no_points: { en: 'Points: none.', vi: 'Điểm: không có mục nào.' },
  said: { en: 'As given: {inputs}.', vi: 'Theo lời hỏi: {inputs}.' },
  charted: { en: 'From the chart: {inputs}.', vi: 'Từ bệnh án: {inputs}.' },
  assumed: { en: 'Unit not given, read as: {inputs}.', vi: 'Không nêu đơn vị, đọc là: {inputs}.' },
  differs: {
    en: 'Beware, the open chart says otherwise: {inputs}.',
    vi: 'Chú ý, bệnh án đang mở ghi khác: {inputs}.',
  },
  absent: {
    en: 'Counted as absent, because nothing says otherwise: {inputs}.',
    vi: 'Tính là không có vì không có thông tin: {inputs}.',
  },
  not_counted: { en: 'Not known and not used: {inputs}.', vi: 'Không rõ nên không dùng: {inputs}.' },
  missing: { en: 'For {name} I still need: {inputs}.', vi: 'Để tính {name} còn cần: {inputs}.' },
  known: { en: 'Known so far: {inputs}.', vi: 'Đã có: {inputs}.' },
  refused: { en: '{name} was not calculated: {reason}.', vi: 'Không tính {name}: {reason}.' },
  found: { en: 'Calculated.', vi: 'Đã tính.' },
} satisfies Sentences;

/** Beside an input. */
export const INPUT_REMARKS = {
  yes: { en: 'yes', vi: 'có' },
  no: { en: 'no', vi: 'không' },
  yes_no: { en: 'yes or no', vi: 'có hay không' },
  else: { en: 'otherwise', vi: 'còn lại' },
  a_date: { en: 'date', vi: 'ngày' },
  old: { en: 'not recent', vi: 'đã cũ' },
  too_old: { en: 'the chart’s {value} is too old', vi: 'giá trị {value} trong bệnh án đã quá cũ' },
  out_of_range: { en: '{value} cannot be right', vi: '{value} không hợp lý' },
  which_unit: { en: '{value} in which unit?', vi: '{value} theo đơn vị nào?' },
} satisfies Sentences;

export const REFUSALS = {
  child: { en: 'it holds from {age} years of age', vi: 'chỉ dùng từ {age} tuổi' },
  pregnancy: { en: 'it does not hold in pregnancy', vi: 'không dùng được khi mang thai' },
  triglycerides_high: {
    en: 'triglycerides are above 4.5 mmol/L (400 mg/dL), where Friedewald does not hold: measure LDL directly',
    vi: 'triglycerid trên 4,5 mmol/L (400 mg/dL), công thức Friedewald không đúng: cần đo LDL trực tiếp',
  },
  impossible: {
    en: 'these values do not go together: please check them',
    vi: 'các giá trị này không phù hợp với nhau: xin kiểm tra lại',
  },
  pressure_reversed: {
    en: 'the diastolic pressure is not below the systolic one',
    vi: 'huyết áp tâm trương không thấp hơn tâm thu',
  },
  glucose_normal: {
    en: 'glucose is not above 100 mg/dL (5.6 mmol/L), so there is nothing to correct',
    vi: 'glucose không trên 100 mg/dL (5,6 mmol/L) nên không cần hiệu chỉnh',
  },
  too_short: {
    en: 'Devine’s formula holds from 152.4 cm (60 inches)',
    vi: 'công thức Devine chỉ dùng từ 152,4 cm (60 inch)',
  },
  not_within: {
    en: 'the last period is in the future or more than 44 weeks ago',
    vi: 'kỳ kinh cuối ở tương lai hoặc đã quá 44 tuần',
  },
} satisfies Sentences;

export const CALCULATE_ABOUT: Bilingual = {
  en: 'Clinical calculators and scores with formula, source, inputs and their dates: from what is given, else from the patient’s chart; says what is missing.',
  vi: 'Các công thức và thang điểm lâm sàng, kèm công thức, nguồn, dữ liệu và ngày của chúng: từ thông tin đã cho, nếu không thì từ bệnh án; nêu phần còn thiếu.',
};

/** Formulas; a score’s is made of its points. */
export const FORMULAS = {
  kdigo: {
    en: 'G1 ≥ 90, G2 60–89, G3a 45–59, G3b 30–44, G4 15–29, G5 < 15 mL/min/1.73 m²; A1 < 30, A2 30–300, A3 > 300 mg/g (3 and 30 mg/mmol)',
    vi: 'G1 ≥ 90, G2 60–89, G3a 45–59, G3b 30–44, G4 15–29, G5 < 15 mL/phút/1.73 m²; A1 < 30, A2 30–300, A3 > 300 mg/g (3 và 30 mg/mmol)',
  },
  fena: {
    en: 'FENa = (urine Na × plasma creatinine) / (plasma Na × urine creatinine) × 100',
    vi: 'FENa = (Na niệu × creatinin máu) / (Na máu × creatinin niệu) × 100',
  },
  'ckd-epi': {
    en: 'eGFR = 142 × min(SCr/κ, 1)^α × max(SCr/κ, 1)^−1.200 × 0.9938^age × 1.012 (♀); SCr mg/dL, κ 0.7 ♀ 0.9 ♂, α −0.241 ♀ −0.302 ♂',
    vi: 'eGFR = 142 × min(SCr/κ, 1)^α × max(SCr/κ, 1)^−1.200 × 0.9938^tuổi × 1.012 (♀); SCr mg/dL, κ 0.7 ♀ 0.9 ♂, α −0.241 ♀ −0.302 ♂',
  },
  'cockcroft-gault': {
    en: 'CrCl = (140 − age) × weight / (72 × SCr) × 0.85 (♀); SCr mg/dL, weight kg',
    vi: 'CrCl = (140 − tuổi) × cân nặng / (72 × SCr) × 0.85 (♀); SCr mg/dL, cân nặng kg',
  },
  qtc: {
    en: 'RR = 60 / heart rate; Bazett QTc = QT / √RR; Fridericia QTc = QT / ∛RR',
    vi: 'RR = 60 / nhịp tim; Bazett QTc = QT / √RR; Fridericia QTc = QT / ∛RR',
  },
  ldl: {
    en: 'LDL = total cholesterol − HDL − triglycerides / 5 (mg/dL; / 2.2 in mmol/L)',
    vi: 'LDL = cholesterol toàn phần − HDL − triglycerid / 5 (mg/dL; / 2.2 theo mmol/L)',
  },
  'aa-gradient': {
    en: 'A–a = FiO₂ × (760 − 47) − PaCO₂ / 0.8 − PaO₂ (mmHg, sea level); expected for age: age / 4 + 4',
    vi: 'A–a = FiO₂ × (760 − 47) − PaCO₂ / 0.8 − PaO₂ (mmHg, mực nước biển); mong đợi theo tuổi: tuổi / 4 + 4',
  },
  gcs: {
    en: 'GCS = eye opening (1–4) + verbal response (1–5) + motor response (1–6)',
    vi: 'GCS = mở mắt (1–4) + lời nói (1–5) + vận động (1–6)',
  },
  'meld-3': {
    en: 'MELD 3.0 = 1.33 (♀) + 4.56 ln(bili) + 0.82 (137 − Na) − 0.24 (137 − Na) ln(bili) + 9.09 ln(INR) + 11.14 ln(Cr) + 1.85 (3.5 − alb) − 1.83 (3.5 − alb) ln(Cr) + 6; bili, INR, Cr at least 1; Cr at most 3 (3 on dialysis); Na 125–137; alb 1.5–3.5 g/dL; 6–40',
    vi: 'MELD 3.0 = 1.33 (♀) + 4.56 ln(bili) + 0.82 (137 − Na) − 0.24 (137 − Na) ln(bili) + 9.09 ln(INR) + 11.14 ln(Cr) + 1.85 (3.5 − alb) − 1.83 (3.5 − alb) ln(Cr) + 6; bili, INR, Cr ít nhất 1; Cr nhiều nhất 3 (3 khi lọc máu); Na 125–137; alb 1.5–3.5 g/dL; 6–40',
  },
  'corrected-calcium': {
    en: 'corrected Ca = Ca + 0.02 × (40 − albumin g/L) mmol/L, which is Ca + 0.8 × (4 − albumin g/dL) mg/dL',
    vi: 'Ca hiệu chỉnh = Ca + 0.02 × (40 − albumin g/L) mmol/L, tức Ca + 0.8 × (4 − albumin g/dL) mg/dL',
  },
  'corrected-sodium': {
    en: 'corrected Na = Na + f × (glucose − 100) / 100, glucose in mg/dL; f = 1.6 (Katz), 2.4 (Hillier)',
    vi: 'Na hiệu chỉnh = Na + f × (glucose − 100) / 100, glucose theo mg/dL; f = 1.6 (Katz), 2.4 (Hillier)',
  },
  'anion-gap': {
    en: 'AG = Na − Cl − HCO₃; corrected for albumin: AG + 0.25 × (40 − albumin g/L)',
    vi: 'AG = Na − Cl − HCO₃; hiệu chỉnh theo albumin: AG + 0.25 × (40 − albumin g/L)',
  },
  osmolality: {
    en: 'calculated osmolality = 2 × Na + glucose + urea (mmol/L; in mg/dL 2 × Na + glucose/18 + BUN/2.8); gap = measured − calculated',
    vi: 'áp lực thẩm thấu = 2 × Na + glucose + urê (mmol/L; theo mg/dL 2 × Na + glucose/18 + BUN/2.8); khoảng trống = đo được − tính được',
  },
  bmi: { en: 'BMI = weight kg / (height m)²', vi: 'BMI = cân nặng kg / (chiều cao m)²' },
  bsa: {
    en: 'Mosteller √(height cm × weight kg / 3600); Du Bois 0.007184 × weight^0.425 × height^0.725',
    vi: 'Mosteller √(chiều cao cm × cân nặng kg / 3600); Du Bois 0.007184 × cân nặng^0.425 × chiều cao^0.725',
  },
  'ideal-weight': {
    en: 'ideal = 50 (♂) or 45.5 (♀) + 2.3 × (height in inches − 60) kg; adjusted = ideal + 0.4 × (actual − ideal)',
    vi: 'lý tưởng = 50 (♂) hoặc 45.5 (♀) + 2.3 × (chiều cao tính bằng inch − 60) kg; hiệu chỉnh = lý tưởng + 0.4 × (thực − lý tưởng)',
  },
  'dose-by-weight': {
    en: 'dose = mg/kg × weight, at most the maximum of one dose; a day = dose × doses a day, at most the maximum of a day',
    vi: 'liều = mg/kg × cân nặng, không quá liều tối đa một lần; một ngày = liều × số lần, không quá liều tối đa một ngày',
  },
  'maintenance-fluids': {
    en: '4 mL/kg/h for the first 10 kg + 2 for the next 10 kg + 1 for each kg above 20; a day: 100 + 50 + 20 mL/kg',
    vi: '4 mL/kg/giờ cho 10 kg đầu + 2 cho 10 kg tiếp theo + 1 cho mỗi kg trên 20; một ngày: 100 + 50 + 20 mL/kg',
  },
  'pregnancy-dates': {
    en: 'due date = first day of the last period + 280 days; gestational age = days since then',
    vi: 'ngày dự sinh = ngày đầu kỳ kinh cuối + 280 ngày; tuổi thai = số ngày kể từ đó',
  },
  map: { en: 'MAP = (systolic + 2 × diastolic) / 3', vi: 'MAP = (tâm thu + 2 × tâm trương) / 3' },
} satisfies Sentences;

export function unknownInputs(names: string): Bilingual {
  return {
    en: `Not calculated: no calculator knows these inputs: ${names}.`,
    vi: `Chưa tính: không công cụ nào biết các dữ liệu này: ${names}.`,
  };
}
