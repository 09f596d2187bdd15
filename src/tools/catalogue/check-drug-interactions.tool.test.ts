import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ToolOutcome } from '../define-tool.ts';
import { type FakeApi, startFakeApi, text } from '../testing/fake-api.ts';
import { drugServices } from '../testing/fake-drug-services.ts';
import { sampleCall } from '../testing/sample-call.ts';
import { DRUG_CLASSES, DRUG_TABLES, NO_TABLES } from '../testing/sample-drug-classes.ts';
import { clientAt } from '../testing/test-client.ts';
import { checkDrugInteractions } from './check-drug-interactions.tool.ts';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi();
});
beforeEach(() => api.reply(drugServices));
afterAll(() => api.close());

const run = (drugs: string[]) =>
  checkDrugInteractions({
    client: clientAt(api.url),
    classes: DRUG_CLASSES,
    tables: NO_TABLES,
    clock: () => 0,
  }).run({ drugs }, sampleCall());

describe('check_drug_interactions', () => {
  it('finds a drug in the other’s label by its class, both ways, with the sentence that says so', async () => {
    const result = await run(['warfarin', 'ibuprofen']);
    expect(result).toMatchObject({
      status: 'ok',
      output: { pairs: [{ verdict: 'described', strongest_section: 'drug interactions' }] },
    });
    const said = mentionsOf(result);
    expect(said).toContainEqual(
      expect.objectContaining({
        by: 'class',
        term: 'nsaids',
        quote: 'Monitor patients who take NSAIDs closely.',
      }),
    );
    expect(said).toContainEqual(
      expect.objectContaining({
        term: 'anticoagulants',
        quote: 'Bleeding is more likely with anticoagulants.',
      }),
    );
    expect(result.output).toMatchObject({
      pairs: [
        {
          directions: [
            { label_of: 'warfarin', about: 'ibuprofen' },
            { label_of: 'ibuprofen', about: 'warfarin' },
          ],
        },
      ],
    });
  });

  it('gives quotes whose places in the label hold', async () => {
    const result = await run(['warfarin', 'ibuprofen', 'metformin']);
    const documents = new Map(result.documents?.map((document) => [document.id, document]));
    const passages = new Map(result.passages?.map((passage) => [passage.id, passage]));
    const mentions = mentionsOf(result);
    expect(mentions.length).toBeGreaterThanOrEqual(2);
    for (const { quote, quote_start, quote_end, passage_id } of mentions) {
      const document = documents.get(passages.get(passage_id)?.document_id ?? '');
      expect(document?.text.slice(quote_start, quote_end)).toBe(quote);
    }
  });

  it('does not call a pair safe that neither label mentions', async () => {
    const result = await run(['ibuprofen', 'metformin']);
    expect(result.output).toMatchObject({ pairs: [{ verdict: 'not-described' }] });
    expect(result.message.en).toMatch(/not proof that they do not interact/u);
  });

  it('tells a denial from a warning', async () => {
    const result = await run(['warfarin', 'omeprazole']);
    expect(result.output).toMatchObject({
      pairs: [
        {
          verdict: 'described-as-none',
          directions: [{ mentions: [{ denies: true }] }, { checked: 'no-label' }],
        },
      ],
    });
  });

  it('says "partly checked" when one label is missing and the other is silent', async () => {
    const result = await run(['metformin', 'omeprazole']);
    expect(result.output).toMatchObject({ pairs: [{ verdict: 'partly-checked' }] });
    expect(result.message.en).toMatch(/not fully checked/u);
    expect(result.message.vi).toMatch(/chưa kiểm tra đầy đủ/u);
  });

  it('says "not checked" when no label is found, never "no interaction"', async () => {
    const result = await run(['zzyzx', 'omeprazole']);
    expect(result).toMatchObject({
      status: 'not-found',
      reason: 'no-label',
      output: { pairs: [{ verdict: 'not-checked' }] },
    });
    expect(result.message.en).not.toMatch(/no interaction/iu);
  });

  it('is unavailable when openFDA is', async () => {
    api.reply((path, params) => (path === '/drug/label.json' ? text('', 500) : drugServices(path, params)));
    expect(await run(['warfarin', 'ibuprofen'])).toMatchObject({
      status: 'unavailable',
      reason: 'server-error',
      strategy: 'retry_same',
    });
  });

  it('does not take a drug’s own label, calling the drug by its class, for a mention of another of that class', async () => {
    const result = await run(['ibuprofen', 'naproxen']);
    // "NSAIDs raise the risk …" speaks of all of them; that is a mention.
    expect(result.output).toMatchObject({
      pairs: [{ directions: [{ mentions: [{ term: 'nsaids' }] }, { checked: 'no-label' }] }],
    });
  });

  it.each([[{ drugs: ['warfarin'] }], [{ drugs: [] }], [{ drugs: 'warfarin' }], [{}]])(
    'wants two drugs: %j',
    async (input) => {
      const tool = checkDrugInteractions({
        client: clientAt(api.url),
        classes: DRUG_CLASSES,
        tables: NO_TABLES,
        clock: () => 0,
      });
      expect(tool.input.safeParse(input).success).toBe(false);
    },
  );

  describe('with the tables that ship', () => {
    const withTables = (url: string | null) =>
      checkDrugInteractions({
        client: clientAt(url),
        classes: DRUG_CLASSES,
        tables: DRUG_TABLES,
        clock: () => Date.parse('2026-01-01T00:00:00Z'),
      });

    it('answers while openFDA is away, and says that the labels were not read', async () => {
      const result = await withTables(null).run({ drugs: ['warfarin', 'aspirin'] }, sampleCall());
      expect(result).toMatchObject({
        status: 'ok',
        message: { en: 'warfarin + aspirin: an interaction is described (major).' },
        unchecked: { en: expect.stringMatching(/^What openFDA says was not read: /u) },
        output: { pairs: [{ verdict: 'described', directions: [{ checked: 'unavailable' }, {}] }] },
      });
      const [passage] = result.passages ?? [];
      const document = result.documents?.find(({ id }) => id === passage?.document_id);
      expect(document?.text.slice(passage?.start, passage?.end)).toBe(passage?.text);
      expect(document?.reference).toMatch(/^After: US Food and Drug Administration\. /u);
    });

    it('speaks Vietnamese when asked to', async () => {
      const result = await withTables(null).run(
        { drugs: ['warfarin', 'aspirin'], language: 'vi' },
        sampleCall(),
      );
      expect(result.passages?.[0]?.text).toMatch(/^Warfarin với aspirin: Tăng nguy cơ/u);
      expect(result.passages?.[0]?.document.language).toBe('vi');
    });

    it('is unavailable, not clean, where the tables say nothing and no label can be read', async () => {
      const known = await withTables(null).run({ drugs: ['paracetamol', 'amoxicillin'] }, sampleCall());
      expect(known.status).toBe('unavailable');
      expect(known.message.en).toMatch(/was not read.*not proof that there is none/u);
      const unknown = await withTables(null).run({ drugs: ['warfarin', 'zorblaxine'] }, sampleCall());
      expect(unknown.status).toBe('unavailable');
      expect(unknown.message.en).not.toMatch(/tables/u);
    });

    it('quotes both where both speak', async () => {
      const result = await withTables(api.url).run({ drugs: ['warfarin', 'ibuprofen'] }, sampleCall());
      expect(result.unchecked).toBeUndefined();
      const types = new Set(result.passages?.map(({ document }) => document.source_type));
      expect([...types]).toEqual(['drug_table', 'drug_label']);
    });
  });
});

interface Said {
  term: string;
  by: string;
  quote: string;
  quote_start: number;
  quote_end: number;
  passage_id: string;
}

function mentionsOf({ output }: ToolOutcome<Record<string, unknown>>): Said[] {
  // The tool's own schema has checked the form.
  const { pairs } = output as { pairs: { directions: { mentions: Said[] }[] }[] };
  return pairs.flatMap(({ directions }) => directions.flatMap(({ mentions }) => mentions));
}
