import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeApi, json, startFakeApi, text } from '../testing/fake-api.ts';
import { drugServices } from '../testing/fake-drug-services.ts';
import { sampleCall } from '../testing/sample-call.ts';
import { DRUG_TABLES, NO_TABLES } from '../testing/sample-drug-classes.ts';
import { labelAnswer, labelRecord, NOT_FOUND } from '../testing/sample-labels.ts';
import { clientAt } from '../testing/test-client.ts';
import { checkDrugSafety } from './check-drug-safety.tool.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
});
beforeEach(() => {
  api.asked.length = 0;
  api.reply(drugServices);
});
afterAll(() => api.close());

const run = (input: unknown, call = sampleCall()) =>
  checkDrugSafety({ client: clientAt(api.url), tables: NO_TABLES, clock: () => 0 }).run(input, call);

describe('check_drug_safety', () => {
  it('quotes each section of the label, with spans that hold', async () => {
    const result = await run({ drug: 'Warfarin' });
    expect(result.status).toBe('ok');
    expect(result.output).toMatchObject({
      drug: { ingredients: ['warfarin'], rxcui: '11289', match: 'exact' },
      label: { id: 'set-warfarin', title: 'Jantoven', effective: '2024-03-01' },
    });
    const [document] = result.documents ?? [];
    expect(result.passages?.length).toBeGreaterThan(3);
    for (const { start, end, text, document_id } of result.passages ?? [])
      expect(result.documents?.find(({ id }) => id === document_id)?.text.slice(start, end)).toBe(text);
    const boxed = result.passages?.find(({ heading }) => heading === 'boxed warning');
    expect(boxed?.text).toContain('fatal bleeding');
    expect(document).toMatchObject({
      source_type: 'drug_label',
      year: 2024,
      scope: 'public',
      tenant_id: 't1',
    });
    expect(result.sources).toMatchObject([
      { name: 'openFDA', age_seconds: 0, is_stale: false },
      { name: 'openFDA', age_seconds: 0, is_stale: false },
    ]);
  });

  it('tells which adverse events were reported most, as reports and not as rates', async () => {
    const result = await run({ drug: 'warfarin', language: 'vi' });
    expect(result.output).toMatchObject({
      adverse_events: [
        { reaction: 'international normalised ratio increased', reports: 21_034 },
        { reaction: 'gastrointestinal haemorrhage', reports: 9_917 },
      ],
    });
    const [quoted] = result.passages?.filter(({ heading }) => heading === 'adverse events') ?? [];
    expect(quoted?.text).toContain('gastrointestinal haemorrhage (9917)');
    expect(quoted?.text).toContain('không cho biết phản ứng xảy ra thường đến đâu');
    const document = result.documents?.find(({ id }) => id === quoted?.document_id);
    expect(document?.text.slice(quoted?.start, quoted?.end)).toBe(quoted?.text);
    expect(document?.evidence_level).toBe('case_report');
  });

  it('asks for reports alone where nothing else is asked, and for none where they are not', async () => {
    const alone = await run({ drug: 'warfarin', topics: ['adverse_events'] });
    expect(alone).toMatchObject({ status: 'ok', output: { label: null, topics: [] } });
    expect(alone.message.en).toBe('Adverse events reported with warfarin (FDA)');
    expect(api.asked.some((path) => path.startsWith('/drug/label.json'))).toBe(false);
    api.asked.length = 0;
    await run({ drug: 'warfarin', topics: ['warnings'] });
    expect(api.asked.some((path) => path.startsWith('/drug/event.json'))).toBe(false);
  });

  it.each([
    ['down', text('', 503)],
    ['of another form', json({ results: [{ term: 'NAUSEA', count: 'many' }] })],
    ['behind a page', text('<html></html>')],
    ['cut off', { kind: 'cuts' as const, body: '{"results":[' }],
    ['not answering', { kind: 'hangs' as const }],
  ])('quotes the label and says what was not read when the reports are %s', async (_name, reply) => {
    api.reply((path, params) => (path === '/drug/event.json' ? reply : drugServices(path, params)));
    const client = clientAt(api.url, { timeoutMs: 200 });
    const tool = checkDrugSafety({ client, tables: NO_TABLES, clock: () => 0 });
    const result = await tool.run({ drug: 'warfarin' }, sampleCall());
    expect(result).toMatchObject({ status: 'ok', output: { adverse_events: [] } });
    expect(result.unchecked?.en).toContain('What openFDA (adverse events) says was not read');
  });

  it('takes no reports for no statement, and says nothing was checked where nothing could be', async () => {
    expect((await run({ drug: 'ibuprofen' })).unchecked).toBeUndefined();
    api.reply((path, params) => (path.startsWith('/drug/') ? text('', 503) : drugServices(path, params)));
    expect(await run({ drug: 'warfarin' })).toMatchObject({ status: 'unavailable', reason: 'server-error' });
  });

  it('gives the topics asked for and no others', async () => {
    const result = await run({ drug: 'warfarin', topics: ['pregnancy'] });
    expect(result.passages?.map(({ heading }) => heading)).toEqual(['pregnancy']);
  });

  it('says which sections the label lacks, and that this proves nothing', async () => {
    const result = await run({ drug: 'metformin' });
    expect(result.message.en).toMatch(/no section on: boxed warning.*not proof/u);
    expect(result.message.vi).toMatch(/không có mục: cảnh báo đóng khung.*không chứng minh/u);
  });

  it('reads a brand and a misspelt name, and says how the name was read', async () => {
    expect((await run({ drug: 'Advil' })).output).toMatchObject({
      drug: { ingredients: ['ibuprofen'], match: 'exact' },
    });
    expect((await run({ drug: 'warfrin' })).output).toMatchObject({
      drug: { given: 'warfrin', ingredients: ['warfarin'], match: 'approximate' },
    });
  });

  it('does not take the nearest name for the drug when it is far', async () => {
    const result = await run({ drug: 'zzyzx' });
    expect(result).toMatchObject({
      status: 'not-found',
      reason: 'no-label',
      output: { drug: { note: 'not-in-rxnorm' } },
    });
    expect(result.message.en).toMatch(/does not mean that the drug is safe/u);
  });

  it('goes on by the name as given when RxNorm does not answer', async () => {
    api.reply((path, params) => (path === '/drug/label.json' ? drugServices(path, params) : text('', 500)));
    expect(await run({ drug: 'warfarin' })).toMatchObject({
      status: 'ok',
      output: { drug: { match: 'as-given', note: 'rxnorm-unavailable' } },
    });
    // A brand that Galen knows of itself.
    expect((await run({ drug: 'Brufen' })).output).toMatchObject({ drug: { ingredients: ['ibuprofen'] } });
  });

  it.each([
    ['down', text('', 503), 'server-error'],
    ['of another form', json({}), 'changed-form'],
    ['behind a page', text('<html></html>'), 'unreadable'],
    [
      'with a section of another form',
      json({ results: [{ ...emptyLabel(), boxed_warning: { text: 'x' } }] }),
      'changed-form',
    ],
  ])('says that nothing was checked when openFDA is %s', async (_name, reply, reason) => {
    api.reply((path, params) => (path === '/drug/label.json' ? reply : drugServices(path, params)));
    const result = await run({ drug: 'warfarin' });
    expect(result).toMatchObject({ status: 'unavailable', reason });
    expect(result.message.en).toMatch(/Nothing was checked/u);
    expect(result.message.vi).toMatch(/Chưa kiểm tra được gì/u);
  });

  it('takes a label of the drug alone before one of a combination, and one by prescription before one over the counter', async () => {
    const combination = labelRecord({
      set_id: 'combination',
      generic: 'warfarin and aspirin',
      sections: { boxed_warning: 'Both.' },
    });
    const counter = labelRecord({
      set_id: 'counter',
      generic: 'warfarin',
      type: 'HUMAN OTC DRUG',
      sections: { warnings: 'Ask.' },
    });
    const prescribed = labelRecord({
      set_id: 'prescribed',
      generic: 'warfarin',
      sections: { warnings: 'Bleeding.' },
    });
    const other = labelRecord({ set_id: 'other', generic: 'heparin', sections: { boxed_warning: 'Other.' } });
    api.reply((path, params) =>
      path === '/drug/label.json'
        ? json({ results: [other, combination, counter, prescribed] })
        : drugServices(path, params),
    );
    expect((await run({ drug: 'warfarin' })).output).toMatchObject({ label: { id: 'prescribed' } });
  });

  it('does not take the label of another drug for an answer', async () => {
    const other = labelAnswer({ set_id: 'x', generic: 'heparin', sections: { boxed_warning: 'Other.' } });
    api.reply((path, params) => (path === '/drug/label.json' ? json(other) : drugServices(path, params)));
    expect(await run({ drug: 'warfarin' })).toMatchObject({ status: 'not-found' });
  });

  it('sends the name of the drug and nothing else', async () => {
    await run({ drug: 'Warfarin' });
    expect(api.asked).toEqual([
      '/rxcui.json?name=warfarin&search=2',
      '/rxcui/11289/allrelated.json?',
      '/drug/label.json?search=(openfda.generic_name:"warfarin" OR openfda.substance_name:"warfarin")&limit=5',
      '/drug/event.json?search=(patient.drug.openfda.generic_name:"warfarin" OR patient.drug.openfda.substance_name:"warfarin")&count=patient.reaction.reactionmeddrapt.exact&limit=10',
    ]);
  });

  it('does not let a name break out of the query', async () => {
    api.reply((path) => (path === '/drug/label.json' ? text(NOT_FOUND, 404) : json({ idGroup: {} })));
    await run({ drug: 'x") OR _exists_:("y' });
    expect(api.asked.at(-1)).toBe(
      '/drug/label.json?search=(openfda.generic_name:"x   or  exists    y" OR openfda.substance_name:"x   or  exists    y")&limit=5',
    );
  });
});

function emptyLabel() {
  return labelRecord({ set_id: 's', generic: 'warfarin', sections: {} });
}

describe('check_drug_safety, with the tables that ship', () => {
  const withTables = (drug: string, topics?: string[]) =>
    checkDrugSafety({ client: clientAt(null), tables: DRUG_TABLES, clock: () => 0 }).run(
      { drug, ...(topics ? { topics } : {}) },
      sampleCall(),
    );

  it('answers while openFDA is away, topic by topic, and says that the label was not read', async () => {
    const result = await withTables('lisinopril', ['pregnancy']);
    expect(result).toMatchObject({
      status: 'ok',
      unchecked: { en: expect.stringMatching(/^What openFDA says was not read/u) },
      output: { label: null },
    });
    expect(result.passages?.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^ACE inhibitors, in pregnancy: /u),
    );
    expect(result.passages?.every(({ heading }) => heading === 'pregnancy')).toBe(true);
  });

  it('leaves most of what a drug interacts with for a question about that', async () => {
    const result = await withTables('warfarin');
    const interactions = result.passages?.filter(({ heading }) => heading === 'interactions') ?? [];
    expect(interactions).toHaveLength(5);
  });

  it('is unavailable for a drug that the tables do not know', async () => {
    expect(await withTables('zorblaxine')).toMatchObject({ status: 'unavailable' });
  });
});
