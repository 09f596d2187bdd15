import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../domain/answer.ts';
import { AskRequest } from '../../domain/ask.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen();
});
afterAll(() => server.stop());

async function ask(message: string, conversation_id: string | null = null): Promise<Answer> {
  const request = AskRequest.parse({ message, conversation_id });
  return (await server.galen.turns.start(request, demoPrincipal('patient'))).answer;
}

describe('the sample knowledge', () => {
  it('comes with the fictional patients', async () => {
    const everyone = await server.galen.chart.searchPatients(demoPrincipal('clinician'), { limit: 50 });
    expect(everyone).toHaveLength(14);
  });
});

/** Without a model the answer is made of quotes: these must be the quotes that answer. */
const ANSWERED: [question: string, says: RegExp][] = [
  ['What are the side effects of metformin?', /diarrhoea.*vitamin B12/isu],
  ['Is metformin safe if my eGFR is 25?', /contraindicated when eGFR is below 30/u],
  ['Can I take metformin while pregnant?', /Metformin is offered/u],
  ['Does low-dose aspirin prevent pre-eclampsia?', /62%/u],
  [
    'Does dexamethasone reduce mortality in COVID-19 patients not on oxygen?',
    /not be given.*does not need oxygen/u,
  ],
  ['steroids in septic shock', /Hydrocortisone 200 mg/u],
  ['What is the dose of adrenaline for anaphylaxis in adults?', /0\.5 mg in adults/u],
  ['best treatment for anaphylaxis', /Intramuscular adrenaline.*first-line/u],
  ['How does dapagliflozin affect heart failure?', /hazard ratio 0\.74/u],
  ['Does screening with CT reduce lung cancer deaths?', /lung cancer mortality in NLST by 20\.0%/u],
  ['What are the side effects of Glucophage?', /diarrhoea.*vitamin B12/isu],
  ['side effects of metfornin', /diarrhoea.*vitamin B12/isu],
  ['Metformin có tác dụng phụ gì?', /tiêu chảy/u],
  ['Glucophage có tác dụng phụ gì?', /tiêu chảy/u],
  ['tac dung phu cua metformin', /tiêu chảy/u],
  ['Đái tháo đường thai kỳ có dùng metformin được không?', /Metformin được dùng khi/u],
  ['Sốt xuất huyết điều trị thế nào?', /điều trị tại nhà/u],
  ['Điều trị vi khuẩn HP như thế nào?', /H\. pylori/u],
];

/** What the sample knowledge does not answer, however many of its words it holds. */
const ABSTAINED = [
  'Can I take ibuprofen with warfarin?',
  'Can pregnant women take isotretinoin?',
  'Should pregnant women take statins?',
  'Should pregnant women take Lipitor?',
  'Does vitamin C cure cancer?',
  'Does hydroxychloroquine treat COVID-19?',
  'dose of morphine in myocardial infarction',
  'How do I fix a bicycle tyre?',
  'What is the best time to visit Paris?',
  'How do I train for a marathon?',
  'Which laptop should I buy for gaming?',
  'Thời tiết Hà Nội hôm nay thế nào?',
];

describe('answers without a model', () => {
  it.each(ANSWERED)('%s', async (question, says) => {
    const answer = await ask(question);
    expect(answer.abstained).toBeNull();
    expect(answer.message).toMatch(says);
  });

  it.each(ABSTAINED)('abstains: %s', async (question) => {
    expect((await ask(question)).abstained?.reason).toBe('nothing-found');
  });

  it('understands a follow-up by what was asked before it', async () => {
    const first = await ask('What are the side effects of metformin?');
    const second = await ask('And what is the usual dose?', first.conversation_id);
    expect(second.message).toMatch(/metformin/iu);
    expect(second.message).toMatch(/500 mg/u);
  });

  it('is never surer than what it quotes allows', async () => {
    const [apt, vague] = [
      await ask('side effects of metformin'),
      await ask('best time of day to take blood pressure tablets'),
    ];
    expect(apt.confidence).toBeGreaterThan(vague.confidence);
    expect(apt.confidence).toBeLessThan(1);
  });
});
