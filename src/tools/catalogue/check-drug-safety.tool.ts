import { z } from 'zod';
import * as texts from '../../../texts/tools.ts';
import { Language } from '../../domain/language.ts';
import type { ToolPorts } from '../create-tools.ts';
import { anyone, defineTool, explainUnavailable, explainUnread, notFound, sourceOf } from '../define-tool.ts';
import type { TableStatement } from '../drug-tables.port.ts';
import { citeTable, namesOf } from '../drugs/check-pair.ts';
import {
  type DrugLabel,
  fetchLabel,
  LABEL_TOPICS,
  type LabelTopic,
  NamedDrug,
  nameDrug,
  SECTIONS_OF,
} from '../drugs/drug-label.ts';

const Output = z.object({
  drug: NamedDrug,
  label: z.object({ id: z.string(), title: z.string(), effective: z.string(), url: z.string() }).nullable(),
  /** Passages of the label by topic. None: the label has no such section, which is not to say that there is no risk. */
  topics: z.array(z.object({ topic: z.enum(LABEL_TOPICS), passage_ids: z.array(z.string()) })),
});

/** Of all that a drug interacts with, the gravest say the most. */
const MAX_INTERACTIONS = 5;

export function checkDrugSafety({ client, tables, clock }: Pick<ToolPorts, 'client' | 'tables' | 'clock'>) {
  return defineTool({
    name: 'check_drug_safety',
    description: texts.CHECK_SAFETY_ABOUT,
    isWrite: false,
    mayUse: anyone,
    input: z.object({
      drug: z.string().trim().min(2).max(100).describe('one drug, by generic or brand name'),
      topics: z
        .array(z.enum(LABEL_TOPICS))
        .min(1)
        .default([...LABEL_TOPICS])
        .describe('what to look up; all without it'),
      language: Language.default('en').describe('of what is quoted from the tables'),
    }),
    output: Output,

    async run({ drug: given, topics, language }, asking) {
      const drug = await nameDrug(client, given, asking);
      const fetched = await fetchLabel(client, drug, asking);
      const inTables = statementsOn(drug, topics);
      if (inTables.length === 0 && fetched.status === 'unavailable')
        return explainUnavailable('openFDA', fetched);
      if (inTables.length === 0 && fetched.status === 'not-found')
        return { ...notFound('no-label', texts.noLabelOf(given)), output: { drug, label: null, topics: [] } };
      const read = fetched.status === 'ok' ? fetched : null;
      const at = new Date(clock()).toISOString();
      const citable = inTables.map((statement) =>
        citeTable(statement, { language, principal: asking.principal, at }),
      );
      const ofTables = citable.flatMap(({ passages }) => passages);
      const ofLabel = read?.citable.passages ?? [];
      const found = topics.map((topic) => ({
        topic,
        passage_ids: [
          ...ofTables.filter(({ heading }) => heading === topic),
          ...ofLabel.filter(({ heading }) => SECTIONS_OF[topic].includes(heading.replaceAll(' ', '_'))),
        ].map(({ id }) => id),
      }));
      const wanted = new Set(found.flatMap(({ passage_ids }) => passage_ids));
      return {
        status: 'ok',
        message:
          read === null
            ? texts.quotedFromTables(fetched.status === 'not-found', given)
            : summary(read.label, found),
        ...(fetched.status === 'unavailable' ? { unchecked: explainUnread('openFDA', fetched) } : {}),
        output: {
          drug,
          label: read && {
            id: read.label.id,
            title: read.label.title,
            effective: read.label.effective,
            url: read.url,
          },
          topics: found,
        },
        documents: [
          ...citable.map(({ document }) => document),
          ...(read === null ? [] : [read.citable.document]),
        ],
        passages: [...ofTables, ...ofLabel].filter(({ id }) => wanted.has(id)),
        sources: read === null ? [] : [sourceOf('openfda', read.freshness)],
      };
    },
  });

  function statementsOn(drug: NamedDrug, topics: readonly string[]): TableStatement[] {
    const all = namesOf(drug)
      .map((name) => tables.ofDrug(name))
      .find((found) => found !== null);
    const wanted = (all ?? []).filter(({ topic }) => topics.includes(topic));
    const interactions = wanted.filter(({ topic }) => topic === 'interactions').slice(0, MAX_INTERACTIONS);
    return [...wanted.filter(({ topic }) => topic !== 'interactions'), ...interactions];
  }
}

function summary({ title }: DrugLabel, found: readonly { topic: LabelTopic; passage_ids: string[] }[]) {
  const missing = found
    .filter(({ passage_ids }) => passage_ids.length === 0)
    .map(({ topic }) => texts.TOPIC_NAMES[topic]);
  const names = (language: Language) => missing.map((name) => name[language]).join(', ');
  return texts.quotedFromLabel(title, { en: names('en'), vi: names('vi') });
}
