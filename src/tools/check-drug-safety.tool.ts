import { z } from 'zod';
import { anyone, defineTool } from './define-tool.ts';
import { fetchLabel } from './drugs/fetch-label.ts';
import { LABEL_TOPICS, type LabelTopic, SECTIONS_OF, TOPIC_NAMES } from './drugs/label-sections.ts';
import { nameDrug } from './drugs/name-drug.ts';
import { NamedDrug } from './drugs/named-drug.ts';
import type { DrugLabel } from './drugs/parse-labels.ts';
import { explainUnavailable } from './explain-unavailable.ts';
import type { OutsideClient } from './http/outside-client.ts';
import { sourceOf } from './source-of.ts';

const Output = z.object({
  drug: NamedDrug,
  label: z.object({ id: z.string(), title: z.string(), effective: z.string(), url: z.string() }).nullable(),
  /** Passages of the label by topic. None: the label has no such section, which is not to say that there is no risk. */
  topics: z.array(z.object({ topic: z.enum(LABEL_TOPICS), passage_ids: z.array(z.string()) })),
});

/** What a drug's US label warns of, section by section, in its own words. */
export function checkDrugSafety(client: OutsideClient) {
  return defineTool({
    name: 'check_drug_safety',
    description: {
      en: 'Boxed warning, contraindications, warnings, interactions and pregnancy advice of one drug, quoted from its US (FDA) label.',
      vi: 'Cảnh báo đóng khung, chống chỉ định, thận trọng, tương tác và lời khuyên thai kỳ của một thuốc, trích từ nhãn thuốc Hoa Kỳ (FDA).',
    },
    isWrite: false,
    mayUse: anyone,
    input: z.object({
      drug: z.string().trim().min(2).max(100).describe('one drug, by generic or brand name'),
      topics: z
        .array(z.enum(LABEL_TOPICS))
        .min(1)
        .default([...LABEL_TOPICS])
        .describe('what to look up; all without it'),
    }),
    output: Output,

    async run({ drug: given, topics }, call) {
      const sent: string[] = [];
      const asking = { ...call, onSend: (url: string) => sent.push(url) };
      const drug = await nameDrug(client, given, asking);
      const fetched = await fetchLabel(client, drug, asking);
      if (fetched.status === 'unavailable') return explainUnavailable('openFDA', fetched, sent);
      if (fetched.status === 'not-found') return { ...noLabel(drug), sent };
      const { label, citable, freshness, url } = fetched;
      const found = topics.map((topic) => ({
        topic,
        passage_ids: citable.passages.filter(({ heading }) => isOf(heading, topic)).map(({ id }) => id),
      }));
      const wanted = new Set(found.flatMap(({ passage_ids }) => passage_ids));
      return {
        status: 'ok',
        message: summary(label, found),
        output: {
          drug,
          label: { id: label.id, title: label.title, effective: label.effective, url },
          topics: found,
        },
        documents: [citable.document],
        passages: citable.passages.filter(({ id }) => wanted.has(id)),
        sources: [sourceOf('openfda', freshness)],
        sent,
      };
    },
  });
}

function isOf(heading: string, topic: LabelTopic): boolean {
  return SECTIONS_OF[topic].includes(heading.replaceAll(' ', '_'));
}

function noLabel(drug: NamedDrug) {
  return {
    status: 'not-found' as const,
    reason: 'no-label',
    strategy: 'retry_reformulate' as const,
    message: {
      en: `openFDA has no label for "${drug.given}". Its safety was not checked; that no label was found does not mean that the drug is safe.`,
      vi: `openFDA không có nhãn của "${drug.given}". Chưa kiểm tra được độ an toàn; không tìm thấy nhãn không có nghĩa là thuốc an toàn.`,
    },
    output: { drug, label: null, topics: [] },
  };
}

function summary({ title }: DrugLabel, found: readonly { topic: LabelTopic; passage_ids: string[] }[]) {
  const missing = found
    .filter(({ passage_ids }) => passage_ids.length === 0)
    .map(({ topic }) => TOPIC_NAMES[topic]);
  const names = (language: 'en' | 'vi') => missing.map((name) => name[language]).join(', ');
  const none = missing.length === 0;
  return {
    en: `Quoted from the US label of ${title}.${none ? '' : ` The label has no section on: ${names('en')}. That is not proof that there is no risk.`}`,
    vi: `Trích từ nhãn thuốc Hoa Kỳ của ${title}.${none ? '' : ` Nhãn không có mục: ${names('vi')}. Điều đó không chứng minh là không có nguy cơ.`}`,
  };
}
