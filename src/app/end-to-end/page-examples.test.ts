import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BY_AUDIENCE, BY_ROLE } from '../../../web/src/text/examples.ts';
import { EN } from '../../../web/src/text/texts.en.ts';
import { VI } from '../../../web/src/text/texts.vi.ts';
import type { Answer } from '../../domain/answer.ts';
import { Language } from '../../domain/language.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

/** With the ranker that ships; the encoder would read the whole knowledge first. */
let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen({ GALEN_RERANK_MODEL: 'own' });
});
afterAll(() => server.stop());

/** What each must say, read in the documents of the sample knowledge. */
const FACTS: Readonly<Record<string, RegExp>> = {
  'What are the visiting hours?': /16:30 to 20:00/u,
  'When is the canteen open?': /06:00 to 20:00/u,
  'What are the core values of the hospital?': /Patients first, Integrity, Collaboration, Discipline/u,
  'Giờ thăm bệnh là khi nào?': /16:30 đến 20:00/u,
  'Nhà ăn mở cửa lúc nào?': /06:00 đến 20:00/u,
  'Bốn giá trị cốt lõi của bệnh viện là gì?': /Người bệnh trước tiên, Chính trực, Hợp tác, Kỷ luật/u,
  'How many days of annual leave do employees have?': /14 days of paid annual leave/u,
  'How is overtime paid?': /150%.*200%.*300%/su,
  'How long is the probation period?': /60 days.*30 days/su,
  'Nhân viên có bao nhiêu ngày nghỉ phép năm?': /14 ngày hưởng nguyên lương/u,
  'Làm thêm giờ được trả lương thế nào?': /150%.*200%.*300%/su,
  'Thời gian thử việc là bao lâu?': /60 ngày.*30 ngày/su,
  'How long must a password be?': /at least 14 characters/u,
  'How long are system logs kept?': /24 months.*12 months.*6 months/su,
  'What must I do with a suspected phishing email?': /must not click a link.*must forward/su,
  'Mật khẩu phải dài bao nhiêu ký tự?': /ít nhất 14 ký tự/u,
  'Nhật ký hệ thống được lưu giữ bao lâu?': /24 tháng.*12 tháng/su,
  'Làm gì khi bệnh án điện tử ngừng hoạt động?': /biểu mẫu giấy khi bệnh án điện tử ngừng quá 10 phút/u,
  'What are the side effects of metformin?': /diarrhoea, nausea, vomiting/u,
  'How should my child with diarrhoea be treated at home?': /extra fluid, zinc, continued feeding/u,
  'Does brushing with fluoride toothpaste reduce tooth decay?': /reduced decay|main home measure against/u,
  'Metformin có tác dụng phụ gì?': /tiêu chảy, buồn nôn, nôn/u,
  'Trẻ bị tiêu chảy cần được điều trị thế nào tại nhà?': /uống thêm nước, bổ sung kẽm, tiếp tục cho ăn/u,
  'Dấu hiệu cảnh báo của sốt xuất huyết là gì?': /đau bụng, nôn kéo dài/u,
  'What is the dose of adrenaline for anaphylaxis in adults?': /500 micrograms|0\.5 mg/u,
  'Does aspirin prevent pre-eclampsia?': /prevents pre-eclampsia|62%/u,
  'When should antibiotics be started in sepsis?': /within (?:one|1) hour/u,
  'Thuốc hạ áp nào được lựa chọn đầu tiên trong thai kỳ?': /Labetalol là thuốc lựa chọn đầu tiên/u,
  'Phòng tiền sản giật dùng aspirin liều bao nhiêu?': /aspirin 75 đến 150 mg mỗi ngày/u,
  'Sốc nhiễm khuẩn cần dùng kháng sinh trong vòng bao lâu?': /trong vòng một giờ/u,
  'Compare dapagliflozin and empagliflozin in chronic kidney disease':
    /hazard ratio 0\.61.*hazard ratio 0\.72/su,
  'Did intensive blood pressure control reduce deaths in SPRINT?': /Death from any cause was less frequent/u,
  'Kiểm soát huyết áp tích cực trong SPRINT có giảm tử vong không?': /Tử vong.*ít/u,
  'Tầm soát lao cộng đồng ở Việt Nam có hiệu quả không?': /giảm (?:44%|gần một nửa) tỷ lệ hiện mắc lao/u,
  'Summarise this chart': /Chronic kidney disease, stage 3b/u,
  'Which medicines does the patient take?': /lisinopril 10 mg.*atorvastatin 20 mg.*amlodipine 10 mg/su,
  'Is ibuprofen safe for this patient?': /eGFR 36.*avoid/su,
  'Tóm tắt hồ sơ này': /Chronic kidney disease, stage 3b/u,
  'Bệnh nhân đang dùng những thuốc nào?': /lisinopril 10 mg.*atorvastatin 20 mg.*amlodipine 10 mg/su,
  'Ibuprofen có an toàn cho bệnh nhân này không?': /eGFR 36.*tránh/su,
};

const ROLES = Object.keys(BY_ROLE);
const PERSONS = [...ROLES, 'patient', 'clinician', 'researcher', 'admin'];
/** Fictional: kidney disease of stage 3b, on lisinopril, atorvastatin and amlodipine. */
const PATIENT = 'gal-0001';
const CLINIC: readonly [string, Language][] = [
  ...EN.clinicExamples.map((message): [string, Language] => [message, 'en']),
  ...VI.clinicExamples.map((message): [string, Language] => [message, 'vi']),
];

async function expectFact(message: string, language: Language, person: string, part: object = {}) {
  const answer = await readJson<Answer>(
    server.post('/v1/ask', { message, ...part }, { 'x-galen-as': person }),
  );
  expect([message, answer.abstained, answer.language]).toEqual([message, null, language]);
  expect(answer.message).toMatch(FACTS[message] ?? /nobody has written down what it must say/u);
  expect(answer.citations.length).toBeGreaterThan(0);
  for (const { text, start_pos, end_pos } of answer.citations)
    expect(answer.message.slice(start_pos, end_pos)).toBe(text);
}

describe('the questions that the page offers', () => {
  it.each(PERSONS)('get the fact they ask for from %s, in both languages', async (person) => {
    const { principal } = await readJson<{ principal: { audience: keyof typeof BY_AUDIENCE } }>(
      fetch(`${server.url}/v1/me`, { headers: { 'x-galen-as': person } }),
    );
    for (const language of Language.options) {
      for (const message of (BY_ROLE[person] ?? BY_AUDIENCE[principal.audience])[language])
        await expectFact(message, language, person);
    }
  });

  it('get it at the desk too, where everyone asks as one of the staff, also those who may read least', async () => {
    for (const language of Language.options) {
      for (const message of BY_AUDIENCE.staff[language])
        await expectFact(message, language, 'patient', { flow: 'desk' });
    }
  });

  it.each(CLINIC)('get it beside a chart: %s', async (message, language) => {
    await expectFact(message, language, 'clinician', { flow: 'clinic', patient_id: PATIENT });
  });

  it('are each staff role’s own', () => {
    for (const language of Language.options) {
      const all = ROLES.flatMap((role) => BY_ROLE[role]?.[language] ?? []);
      expect(all.length).toBeGreaterThanOrEqual(9);
      expect(new Set(all).size).toBe(all.length);
    }
  });
});
