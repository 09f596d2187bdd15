import { z } from 'zod';
import { CHECK_INTERACTIONS_ABOUT, NONE_IN_TABLES } from '../../../texts/tools.ts';
import { byGravity } from '../../domain/approval.ts';
import { type Bilingual, Language } from '../../domain/language.ts';
import type { ToolPorts } from '../create-tools.ts';
import { anyone, defineTool, explainUnavailable, explainUnread, sourceOf } from '../define-tool.ts';
import {
  CheckedPair,
  checkPair,
  checkPairInTables,
  citeTable,
  describePairs,
  type LabelledDrug,
} from '../drugs/check-pair.ts';
import { fetchLabel, NamedDrug, nameDrug } from '../drugs/drug-label.ts';

const MAX_DRUGS = 25;

type InteractionPorts = Pick<ToolPorts, 'client' | 'classes' | 'tables' | 'clock'>;

/** Looks two or more drugs up in Galen's tables and in each other's labels, both ways, by name and by class. */
export function checkDrugInteractions({ client, classes, tables, clock }: InteractionPorts) {
  return defineTool({
    name: 'check_drug_interactions',
    description: CHECK_INTERACTIONS_ABOUT,
    isWrite: false,
    mayUse: anyone,
    input: z.object({
      drugs: z
        .array(z.string().trim().min(2).max(100))
        .min(2)
        .max(MAX_DRUGS)
        .describe('the drugs, each by generic or brand name'),
      language: Language.default('en').describe('of what is quoted from the tables'),
    }),
    output: z.object({ drugs: z.array(NamedDrug), pairs: z.array(CheckedPair) }),

    async run({ drugs: given, language }, asking) {
      const unique = [...new Map(given.map((name) => [name.toLowerCase(), name])).values()];
      const labelled: LabelledDrug[] = await Promise.all(
        unique.map(async (name) => {
          const drug = await nameDrug(client, name, asking);
          return { drug, label: await fetchLabel(client, drug, asking) };
        }),
      );
      const both = labelled.flatMap((a, i) => labelled.slice(i + 1).map((b) => [a, b] as const));
      const inTables = both.map(([a, b]) => checkPairInTables(a.drug, b.drug, tables));
      const missing = labelled.map(({ label }) => label).find((label) => label.status === 'unavailable');
      const read = labelled.flatMap(({ label }) => (label.status === 'ok' ? [label] : []));
      const statements = [...new Set(inTables.flatMap((pair) => pair.statements))].toSorted(byGravity);
      const isAnswered = read.length > 0 || statements.length > 0;
      if (!isAnswered && missing) {
        const unavailable = explainUnavailable('openFDA', missing);
        const isKnown = inTables.every((pair) => pair.isKnown);
        return isKnown
          ? { ...unavailable, message: joined(explainUnread('openFDA', missing), NONE_IN_TABLES) }
          : unavailable;
      }

      const pairs = both.map(([a, b], i): CheckedPair => {
        const pair = checkPair(a, b, classes);
        return inTables[i]?.statements.length ? { ...pair, verdict: 'described' } : pair;
      });
      const cited = new Set(
        pairs.flatMap(({ directions }) =>
          directions.flatMap(({ mentions }) => mentions.map((mention) => mention.passage_id)),
        ),
      );
      const at = new Date(clock()).toISOString();
      const citable = statements.map((statement) =>
        citeTable(statement, { language, principal: asking.principal, at }),
      );
      return {
        status: isAnswered ? 'ok' : 'not-found',
        ...(isAnswered ? {} : { reason: 'no-label', strategy: 'retry_reformulate' as const }),
        message: describePairs(pairs, inTables),
        ...(missing ? { unchecked: explainUnread('openFDA', missing) } : {}),
        output: { drugs: labelled.map(({ drug }) => drug), pairs },
        documents: [
          ...new Map(
            [...citable, ...read.map((one) => one.citable)].map(({ document }) => [document.id, document]),
          ).values(),
        ],
        passages: [
          ...citable.flatMap(({ passages }) => passages),
          ...read
            .flatMap((one) => one.citable.passages)
            .filter(({ id }, i, all) => cited.has(id) && all.findIndex((one) => one.id === id) === i),
        ],
        sources: read.map(({ freshness }) => sourceOf('openfda', freshness)),
      };
    },
  });
}

function joined(first: Bilingual, second: Bilingual): Bilingual {
  return { en: `${first.en} ${second.en}`, vi: `${first.vi} ${second.vi}` };
}
