import { z } from 'zod';
import * as texts from '../../../texts/tools.ts';
import { Language } from '../../domain/language.ts';
import type { ToolPorts } from '../create-tools.ts';
import { anyone, defineTool, explainUnavailable, explainUnread, notFound, sourceOf } from '../define-tool.ts';
import type { TableStatement } from '../drug-tables.port.ts';
import { fetchReports, ReportedReaction } from '../drugs/adverse-events.ts';
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

const TOPICS = [...LABEL_TOPICS, 'adverse_events'] as const;

const Output = z.object({
  drug: NamedDrug,
  label: z.object({ id: z.string(), title: z.string(), effective: z.string(), url: z.string() }).nullable(),
  /** Passages of the label by topic. None: the label has no such section, which is not to say that there is no risk. */
  topics: z.array(z.object({ topic: z.enum(LABEL_TOPICS), passage_ids: z.array(z.string()) })),
  /** Reactions by how many reports to the FDA name them with the drug; empty where none does, or nobody could look. */
  adverse_events: z.array(ReportedReaction),
});

/** As the reports are called where openFDA has answered about the label. */
const REPORTS = 'openFDA (adverse events)';
const NOT_ASKED = { status: 'not-found' } as const;

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
        .array(z.enum(TOPICS))
        .min(1)
        .default([...TOPICS])
        .describe('what to look up; all without it'),
      language: Language.default('en').describe('of what is quoted from the tables'),
    }),
    output: Output,

    async run({ drug: given, topics: asked, language }, asking) {
      const topics = LABEL_TOPICS.filter((topic) => asked.includes(topic));
      const drug = await nameDrug(client, given, asking);
      const isOnLabel = topics.length > 0;
      const fetched = isOnLabel ? await fetchLabel(client, drug, asking) : NOT_ASKED;
      const inTables = statementsOn(drug, topics);
      const none = { drug, label: null, topics: [], adverse_events: [] };
      if (isOnLabel && inTables.length === 0 && fetched.status === 'unavailable')
        return explainUnavailable('openFDA', fetched);
      if (isOnLabel && inTables.length === 0 && fetched.status === 'not-found')
        return { ...notFound('no-label', texts.noLabelOf(given)), output: none };
      const reported = asked.includes('adverse_events')
        ? await fetchReports(client, drug, language, asking)
        : NOT_ASKED;
      const reports = reported.status === 'ok' ? reported : null;
      if (!isOnLabel && reported.status === 'unavailable') return explainUnavailable('openFDA', reported);
      if (!isOnLabel && reported.status === 'not-found')
        return { ...notFound('no-reports', texts.noReportsOf(given)), output: none };
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
      const unread =
        fetched.status === 'unavailable'
          ? explainUnread('openFDA', fetched)
          : reported.status === 'unavailable'
            ? explainUnread(REPORTS, reported)
            : null;
      return {
        status: 'ok',
        message:
          read !== null
            ? summary(read.label, found)
            : isOnLabel
              ? texts.quotedFromTables(fetched.status === 'not-found', given)
              : texts.reportsTitle(given),
        ...(unread === null ? {} : { unchecked: unread }),
        output: {
          drug,
          label: read && {
            id: read.label.id,
            title: read.label.title,
            effective: read.label.effective,
            url: read.url,
          },
          topics: found,
          adverse_events: reports?.reactions ?? [],
        },
        documents: [...citable, ...(read ? [read.citable] : []), ...(reports ? [reports.citable] : [])].map(
          ({ document }) => document,
        ),
        passages: [
          ...[...ofTables, ...ofLabel].filter(({ id }) => wanted.has(id)),
          ...(reports?.citable.passages ?? []),
        ],
        sources: [read, reports].flatMap((one) => (one === null ? [] : [sourceOf('openfda', one.freshness)])),
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
