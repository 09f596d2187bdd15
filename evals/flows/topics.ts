import type { Language } from '../../src/domain/language.ts';
import {
  demucCertainty,
  isClearTopic,
  neighboursOf,
  type RankedTopic,
  rankTopics,
} from '../../src/flows/consult/steps/classify-topic.ts';
import { expandQuery } from '../../src/language/search-terms/medical-terms.ts';
import type { PassageIndex } from '../../src/retrieval/passage-index.port.ts';
import { loadSet, type Split } from './load-set.ts';
import { type SuiteReport, share } from './suite.ts';

interface Item {
  id: string;
  split: Split;
  language: Language;
  role: string;
  question: string;
  demuc: string;
  chu_de_con: string;
}

const ACCESS = { tenant_id: 'demo', scopes: ['public' as const], departments: [] };
const NEIGHBOURS = 100;

/** Under which topic a question falls, by the questions of the sample knowledge that are nearest to it. */
export async function measureTopics(passages: PassageIndex, only?: Split): Promise<SuiteReport> {
  const ranked = new Map<Item, RankedTopic[]>();
  const asked = loadSet<Item>('topics').filter(({ split }) => only === undefined || split === only);
  for (const item of asked) ranked.set(item, await topicsOf(item, passages));
  const items = [...ranked.keys()];
  const of = (item: Item) => ranked.get(item) ?? [];
  const isFirst = (item: Item) =>
    of(item)
      .slice(0, 1)
      .some((topic) => isTopicOf(item, topic));
  const describe = (item: Item) => `${item.id} ${item.question}: ${of(item)[0]?.chu_de_con ?? 'none'}`;
  return {
    name: 'topics',
    figures: [
      share('first', items, isFirst, { floor: 0.75, describe }),
      share(
        'among three',
        items,
        (item) =>
          of(item)
            .slice(0, 3)
            .some((topic) => isTopicOf(item, topic)),
        {
          floor: 0.9,
          missed: 0.92,
          describe,
        },
      ),
      share(
        'first where certain',
        items.filter((item) => isClearTopic(of(item))),
        isFirst,
        { floor: 0.94, missed: 0.98, describe },
      ),
      share(
        'demuc where sure',
        items.filter((item) => demucCertainty(of(item)) === 'high'),
        (item) => of(item)[0]?.demuc === item.demuc,
        { floor: 0.94, describe },
      ),
    ],
  };
}

async function topicsOf({ question, language, role }: Item, passages: PassageIndex): Promise<RankedTopic[]> {
  const found = await passages.search({
    query: question,
    expansions: expandQuery(question, language),
    language,
    access: ACCESS,
    filters: { roles: [role], collections: ['consult'] },
    limit: NEIGHBOURS,
    signal: new AbortController().signal,
  });
  return rankTopics(neighboursOf(found.passages));
}

function isTopicOf(item: Item, topic: RankedTopic): boolean {
  return topic.demuc === item.demuc && topic.chu_de_con === item.chu_de_con;
}
