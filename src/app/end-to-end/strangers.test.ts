import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../domain/answer.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

/** With the ranker that ships; the encoder would read the whole knowledge first. */
let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen({ GALEN_RERANK_MODEL: 'own' });
});
afterAll(() => server.stop());

const ask = (message: string, as: string, part: object = {}) =>
  readJson<Answer>(server.post('/v1/ask', { message, ...part }, { 'x-galen-as': as }));

/** Written by a reader of the documents, kind by kind of what had failed for others. */
describe('a stranger', () => {
  it.each([
    [
      'patient',
      'Hello, I am Tom, 61. My gums bleed every time I brush my teeth. Why is that?',
      /gingivitis/u,
    ],
    ['staff-it', 'Hi there, this is Mai from ward 3. How long must my password be?', /14 characters/u],
  ])('who introduces themselves is answered (%s): %s', async (as, message, says) => {
    const answer = await ask(message, as);
    expect([answer.abstained, answer.message]).toEqual([null, expect.stringMatching(says)]);
  });

  it.each([
    [
      'Good evening, sorry to write so late. My name is Anna and it is about my mum, who is 68. She has had diabetes for nine years and takes metformin every morning and evening, she is quite good about it. Last week her doctor said that her kidneys are a bit worse than before, and she got very worried, she reads a lot on the internet. What I would like to know: below which eGFR must metformin not be taken? Thank you so much, and have a nice evening.',
      /below 30/u,
    ],
    [
      'Chào bác sĩ, em tên Lan, 29 tuổi, nhà ở Cần Thơ. Bé nhà em được 14 tháng, từ hôm qua đến giờ đi tiêu lỏng 6 lần, có ói một lần nhưng vẫn chơi, vẫn bú. Bà ngoại nói nhịn ăn cho đỡ mà em thấy tội bé quá. Em có mua oresol rồi. Cho em hỏi bé bị tiêu chảy thì uống kẽm trong mấy ngày ạ? Em cảm ơn bác sĩ nhiều.',
      /10 đến 14 ngày/u,
    ],
  ])('who writes a long letter reads what they asked for: %s', async (message, says) => {
    const answer = await ask(message, 'patient');
    expect([answer.abstained, answer.message]).toEqual([null, expect.stringMatching(says)]);
  });

  it.each([
    ['clinician', 'Can apixaban be used in a pregnant woman with atrial fibrillation?'],
    ['clinician', 'Is dexamethasone for tuberculous meningitis safe in pregnancy?'],
    ['patient', 'Đang mang thai uống ticagrelor có an toàn không?'],
    ['clinician', 'Is labetalol safe in pregnancy?'],
  ])('who is pregnant is not answered by what is said of others (%s): %s', async (as, message) => {
    const { route, abstained, sources } = await ask(message, as);
    const read = sources.map(({ title, text }) => `${title} ${text}`).join(' ');
    expect(abstained !== null || route === 'related' || /pregnan|thai/u.test(read)).toBe(true);
  });

  it.each([
    ['patient', 'How many eggs may I eat with Zentrovax?', /Zentrovax/u],
    ['clinician', 'Does Quorbimab improve survival in sepsis?', /Quorbimab/u],
  ])(
    'who names a drug that nobody knows is not answered with another (%s): %s',
    async (as, message, name) => {
      const { abstained, route, message: said } = await ask(message, as);
      expect(abstained !== null || route === 'related' || name.test(said)).toBe(true);
    },
  );

  it.each([
    ['clinician', 'How soon must antibiotics be given in septic shock?', /within (?:one|1) hour/u],
    ['clinician', 'For how many days is zinc given to a child with diarrhoea?', /10 to 14 days/u],
    ['staff-it', 'How many months are firewall logs kept?', /12 months/u],
  ])('gets the sentence with the answer (%s): %s', async (as, message, says) => {
    expect((await ask(message, as)).message).toMatch(says);
  });

  it.each([
    ['patient', 'hey', 'direct_response'],
    ['patient', 'cảm ơn nhiều ạ', 'direct_response'],
    ['clinician', 'Who are you and what can you help me with?', 'direct_response'],
    ['staff-hr', 'good morning', 'chitchat'],
  ])('who asks nothing starts no search (%s): %s', async (as, message, route) => {
    const answer = await ask(message, as);
    expect([answer.route, answer.sources, answer.disclaimer]).toEqual([route, [], '']);
  });

  it.each([
    ['My father collapsed, his face droops on one side and he cannot speak', 'en'],
    ['Vợ tôi mang thai 8 tháng đang co giật', 'vi'],
  ])('in an emergency reads the notice, advice for now, and nothing else: %s', async (message, language) => {
    const answer = await ask(message, 'patient');
    expect([answer.language, answer.emergency?.phone]).toEqual([language, '115']);
    expect(answer.message).not.toMatch(/did not find|closest I found|chưa tìm thấy|gần nhất/u);
    expect(answer.abstained?.card).toBeUndefined();
  });

  it('who is not answered gets one short card', async () => {
    const { abstained } = await ask('How do I fix the engine of my car?', 'patient');
    const { title, searched, ask_better, whom_to_ask, urgent } = abstained?.card ?? {};
    for (const part of [title, searched, ask_better, whom_to_ask, urgent?.text])
      expect(part?.length).toBeGreaterThan(10);
    expect(searched?.length).toBeLessThan(400);
  });

  it('who compares two drugs of one trial is not told that nobody compared them', async () => {
    const { route, message } = await ask(
      'Compare ticagrelor with clopidogrel after a heart attack',
      'clinician',
    );
    expect(route).toBe('COMPARATIVE');
    expect(message).toMatch(/hazard ratio 0\.84/u);
    expect(message).not.toMatch(/none of those cited compares them/u);
  });

  it('with diabetes is told type 1 from type 2, in a consultation', async () => {
    const role = { flow: 'consult', role: 'patient_diabetes' };
    const { message } = await ask(
      'Can type 1 diabetes be treated with tablets instead of insulin?',
      'patient',
      role,
    );
    expect(message).toMatch(/people with type 1 need insulin for life/u);
    expect((await ask('Low sugar, I am awake: what now?', 'patient', role)).message).toMatch(
      /15 g of fast sugar/u,
    );
  });
});

describe('a document that somebody adds', () => {
  const TEXT = '# Hot packs\n\nA hot pack of the Morvane kind may lie on the skin for at most 12 minutes.';
  const QUESTION = 'How long may a Morvane hot pack lie on the skin?';

  beforeAll(async () => {
    const form = new FormData();
    form.append('files', new Blob([TEXT]), 'hot-packs.md');
    form.append('collection', 'desk');
    form.append('scope', 'public');
    const headers = { 'x-galen-as': 'owner' };
    const sent = await fetch(`${server.url}/v1/documents`, { method: 'POST', body: form, headers });
    const { job_id } = await readJson<{ job_id: string }>(sent);
    await vi.waitFor(
      async () => {
        const job = await readJson<{ state: string }>(fetch(`${server.url}/v1/jobs/${job_id}`, { headers }));
        expect(job.state).toBe('done');
      },
      { timeout: 60_000, interval: 100 },
    );
  });

  it.each([
    ['auto', 'patient'],
    ['evidence', 'clinician'],
    ['research', 'researcher'],
    ['consult', 'patient'],
    ['clinic', 'clinician'],
    ['desk', 'staff-general'],
    ['auto', 'staff-general'],
  ])('is found and cited by %s for %s', async (flow, as) => {
    const { message, sources } = await ask(QUESTION, as, { flow });
    expect(message).toContain('at most 12 minutes');
    expect(sources.map(({ title }) => title)).toContain('Hot packs');
  });
});
