import { describe, expect, it } from 'vitest';
import { askClinic } from '../testing/ask-clinic.ts';
import { countingGateway } from '../testing/counting-gateway.ts';
import { OUTSIDE_TOOLS } from './clinic-tools.ts';
import { found, type ToolScript } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';

const NAMES = /eleanor|ashgrove|gal-0001|0912345678/iu;

const patient = samplePatient({ withheld: ['Eleanor Ashgrove', 'GAL-0001', '0912345678'] });
const found_patient = {
  status: 'ok' as const,
  output: {
    patients: [
      {
        id: 'p1',
        name: 'Eleanor Ashgrove',
        birth_date: '1957-01-01',
        gender: 'female',
        identifiers: ['GAL-0001'],
      },
    ],
  },
};
const TOOLS: ToolScript = {
  search_patient: found_patient,
  get_patient_chart: found({
    title: 'Patient chart',
    text: 'Eleanor Ashgrove takes warfarin 5 mg once daily.',
  }),
  get_clinical_guideline: found('Warfarin needs regular INR checks in atrial fibrillation.'),
};

const REQUESTS = [
  'Mrs Eleanor Ashgrove asks about daily aspirin on top of her warfarin. What would you advise?',
  'Check interactions between warfarin and aspirin for Eleanor Ashgrove, GAL-0001',
  'Search the literature on falls in Eleanor Ashgrove and then find recruiting trials for Eleanor Ashgrove',
  'Find trials of semaglutide in chronic kidney disease for Mrs Ashgrove, phone 0912345678',
  'Is furosemide acceptable for Eleanor Ashgrove despite her sulfonamide allergy?',
  'is aspirin safe for eleanor ashgrove, gal-0001, while on warfarin?',
  'search the literature on falls in ashgrove eleanor',
  "check interactions between warfarin and aspirin, eleanor's and ASHGROVE's drugs",
];

describe('what names a patient', () => {
  it.each(REQUESTS)('goes to no outside tool: "%s"', async (message) => {
    const { calls } = await askClinic({
      message,
      patient,
      tools: TOOLS,
      ports: { readPatient: async () => patient },
    });
    const outside = calls.filter(({ name }) => OUTSIDE_TOOLS.has(name as never));
    expect(outside.length).toBeGreaterThan(0);
    expect(outside.map(({ args }) => JSON.stringify(args)).join('\n')).not.toMatch(NAMES);
    for (const { call } of outside)
      expect(call.withheld).toEqual(expect.arrayContaining(['Eleanor Ashgrove']));
  });

  it('goes to no outside tool without a chart open either, when it is on file', async () => {
    const { calls } = await askClinic({
      message: 'search the literature on falls in ashgrove',
      ports: { namesOnFile: async () => ['ashgrove'] },
    });
    expect(calls.map(({ name, args }) => ({ name, args }))).toEqual([
      { name: 'search_medical_literature', args: { query: 'falls in' } },
    ]);
    expect(calls[0]?.call.withheld).toEqual(['ashgrove']);
  });

  it('goes to no outside tool even when a model writes it into a query', async () => {
    const script = {
      'triage-request': {
        route: 'lookup',
        tool: 'search_medical_literature',
        query: 'falls in Eleanor Ashgrove GAL-0001',
      },
    };
    const { calls } = await askClinic({ message: 'Search the literature on falls', patient, script });
    expect(calls.map(({ args }) => args)).toEqual([{ query: 'falls in' }]);
  });

  it.each([
    ...REQUESTS,
    'Show me the chart of Eleanor Ashgrove and check interactions between warfarin and aspirin',
  ])('is shown to no model: "%s"', async (message) => {
    const gateway = countingGateway();
    const isOpen = !message.startsWith('Show');
    await askClinic({
      message,
      patient: isOpen ? patient : null,
      tools: TOOLS,
      ports: { gateway, readPatient: async () => patient },
    });
    expect(gateway.prompts.length).toBeGreaterThan(0);
    expect(gateway.prompts.join('\n')).not.toMatch(NAMES);
  });

  it("reaches the hospital's own search, where it has to", async () => {
    const { calls } = await askClinic({ message: 'Find patient Eleanor Ashgrove', tools: TOOLS });
    expect(calls.map(({ args }) => args)).toEqual([{ name: 'Eleanor Ashgrove' }]);
  });

  it('in a token of an earlier turn is never taken for who bears the token now', async () => {
    const shared = { run_id: 'r', created_at: '2025-01-01T00:00:00.000Z', answer: null };
    const history = [
      { ...shared, id: 'm1', author: 'asker' as const, text: 'Show the chart of [NAME_1]' },
      { ...shared, id: 'm2', author: 'galen' as const, text: 'Which one?' },
    ];
    const { state } = await askClinic({
      message: 'And the labs of Mrs Eleanor Ashgrove?',
      history,
      tools: TOOLS,
    });
    expect(state.clinical_context?.user_input.match(/\[NAME_1\]/gu)).toHaveLength(1);
  });
});
