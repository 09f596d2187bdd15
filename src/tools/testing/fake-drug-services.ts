import { type ApiReply, json, text } from './fake-api.ts';
import { IBUPROFEN, METFORMIN, NOT_FOUND, WARFARIN } from './sample-labels.ts';

/** RxNav and openFDA at one address, knowing three drugs, a brand and a misspelling. */
export function drugServices(path: string, params: URLSearchParams): ApiReply {
  if (path === '/rxcui.json') {
    const id = RXCUIS[params.get('name') ?? ''];
    return json({ idGroup: id === undefined ? {} : { rxnormId: [id] } });
  }
  if (path === '/approximateTerm.json') {
    const isNear = params.get('term') === 'warfrin';
    return json({
      approximateGroup: {
        candidate: isNear
          ? [{ rxcui: '11289', name: 'Warfarin', score: '9.2' }]
          : [{ rxcui: '5640', name: 'Ibuprofen' }],
      },
    });
  }
  const related = /^\/rxcui\/(\d+)\/allrelated\.json$/u.exec(path);
  if (related) {
    return json({
      allRelatedGroup: {
        conceptGroup: [
          { tty: 'BN', conceptProperties: [{ name: 'Advil', rxcui: '1' }] },
          {
            tty: 'IN',
            conceptProperties: [{ name: INGREDIENTS[related[1] ?? ''] ?? 'unknown', rxcui: '2' }],
          },
        ],
      },
    });
  }
  const search = params.get('search') ?? '';
  if (path === '/drug/event.json') {
    const counts = Object.entries(REPORTS).find(([name]) => search.includes(`"${name}"`));
    return counts ? json({ meta: META, results: counts[1] }) : text(NOT_FOUND, 404);
  }
  const label = Object.entries(LABELS).find(([name]) => search.includes(`"${name}"`));
  return label ? json(label[1]) : text(NOT_FOUND, 404);
}

const RXCUIS: Readonly<Record<string, string>> = {
  warfarin: '11289',
  ibuprofen: '5640',
  advil: '153010',
  metformin: '6809',
  omeprazole: '7646',
};
const INGREDIENTS: Readonly<Record<string, string>> = {
  '11289': 'warfarin',
  '5640': 'Ibuprofen',
  '153010': 'Ibuprofen',
  '6809': 'metformin',
  '7646': 'omeprazole',
};
const LABELS = { warfarin: WARFARIN, ibuprofen: IBUPROFEN, metformin: METFORMIN };

/** As openFDA answers a count: its terms in capitals, and what it says of itself. */
const META = {
  disclaimer: 'Do not rely on openFDA to make decisions regarding medical care.',
  terms: 'https://open.fda.gov/terms/',
  license: 'https://open.fda.gov/license/',
  last_updated: '2026-10-28',
};
const REPORTS = {
  warfarin: [
    { term: 'INTERNATIONAL NORMALISED RATIO INCREASED', count: 21034 },
    { term: 'GASTROINTESTINAL HAEMORRHAGE', count: 9917 },
  ],
};
