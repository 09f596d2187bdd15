import { z } from 'zod';
import type { Bilingual } from '../domain/language.ts';
import { anyone, defineTool } from './define-tool.ts';
import { CheckedPair, checkPair, type LabelledDrug } from './drugs/check-pair.ts';
import type { DrugClass } from './drugs/drug-classes.ts';
import { fetchLabel } from './drugs/fetch-label.ts';
import { nameDrug } from './drugs/name-drug.ts';
import { NamedDrug } from './drugs/named-drug.ts';
import { explainUnavailable } from './explain-unavailable.ts';
import type { OutsideClient } from './http/outside-client.ts';
import { sourceOf } from './source-of.ts';

const MAX_DRUGS = 10;

const Output = z.object({ drugs: z.array(NamedDrug), pairs: z.array(CheckedPair) });

/** Reads the labels of two or more drugs for each other, both ways, by name and by class. */
export function checkDrugInteractions(client: OutsideClient, classes: readonly DrugClass[]) {
  return defineTool({
    name: 'check_drug_interactions',
    description: {
      en: 'Whether the US (FDA) labels of two or more drugs describe an interaction between them, with the sentences that do.',
      vi: 'Nhãn thuốc Hoa Kỳ (FDA) của hai thuốc trở lên có mô tả tương tác giữa chúng hay không, kèm câu trích.',
    },
    isWrite: false,
    mayUse: anyone,
    input: z.object({
      drugs: z
        .array(z.string().trim().min(2).max(100))
        .min(2)
        .max(MAX_DRUGS)
        .describe('the drugs, each by generic or brand name'),
    }),
    output: Output,

    async run({ drugs: given }, call) {
      const sent: string[] = [];
      const asking = { ...call, onSend: (url: string) => sent.push(url) };
      const unique = [...new Map(given.map((name) => [name.toLowerCase(), name])).values()];
      const labelled: LabelledDrug[] = await Promise.all(
        unique.map(async (name) => {
          const drug = await nameDrug(client, name, asking);
          return { drug, label: await fetchLabel(client, drug, asking) };
        }),
      );
      const missing = labelled.map(({ label }) => label).find((label) => label.status === 'unavailable');
      const read = labelled.flatMap(({ label }) => (label.status === 'ok' ? [label] : []));
      if (read.length === 0 && missing) return explainUnavailable('openFDA', missing, sent);

      const pairs = labelled.flatMap((a, i) => labelled.slice(i + 1).map((b) => checkPair(a, b, classes)));
      const cited = new Set(
        pairs.flatMap(({ directions }) =>
          directions.flatMap(({ mentions }) => mentions.map((mention) => mention.passage_id)),
        ),
      );
      return {
        status: read.length === 0 ? 'not-found' : 'ok',
        ...(read.length === 0 ? { reason: 'no-label', strategy: 'retry_reformulate' as const } : {}),
        message: inBoth(pairs),
        output: { drugs: labelled.map(({ drug }) => drug), pairs },
        documents: [...new Map(read.map(({ citable }) => [citable.document.id, citable.document])).values()],
        passages: read
          .flatMap(({ citable }) => citable.passages)
          .filter(({ id }, i, all) => cited.has(id) && all.findIndex((one) => one.id === id) === i),
        sources: read.map(({ freshness }) => sourceOf('openfda', freshness)),
        sent,
      };
    },
  });
}

const VERDICTS: Readonly<Record<CheckedPair['verdict'], Bilingual>> = {
  described: { en: 'an interaction is described', vi: 'có mô tả tương tác' },
  'described-as-none': {
    en: 'the labels mention the pair only to say that no relevant effect was seen',
    vi: 'nhãn chỉ nhắc đến để nói không thấy ảnh hưởng đáng kể',
  },
  'not-described': {
    en: 'neither label mentions the other; that is not proof that they do not interact',
    vi: 'không nhãn nào nhắc đến thuốc kia; điều đó không chứng minh là không có tương tác',
  },
  'partly-checked': {
    en: 'only one of the two labels could be read, and it does not mention the other: not fully checked',
    vi: 'chỉ đọc được một trong hai nhãn và nhãn đó không nhắc đến thuốc kia: chưa kiểm tra đầy đủ',
  },
  'not-checked': {
    en: 'no label could be read: not checked',
    vi: 'không đọc được nhãn nào: chưa kiểm tra',
  },
};

function inBoth(pairs: readonly CheckedPair[]): Bilingual {
  const line = (language: 'en' | 'vi') =>
    pairs.map(({ drugs, verdict }) => `${drugs.join(' + ')}: ${VERDICTS[verdict][language]}.`).join(' ');
  return { en: line('en'), vi: line('vi') };
}
