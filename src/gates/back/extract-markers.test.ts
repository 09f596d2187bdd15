import { describe, expect, it } from 'vitest';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { extractMarkers, MARK } from './draft-lines.ts';

const evidence = [
  rankedPassage({
    document: {
      title: 'UKPDS 34: metformin in overweight people',
      journal: 'The Lancet',
      year: 1998,
      pmid: '9742977',
      text: 'Targets come from one guideline (WHO 2021). Metformin is cheap.',
    },
  }),
  rankedPassage({ id: 'b#0', document: { id: 'b', title: 'ACCORD: intensive control', year: 2008 } }),
];
const extract = (mark: string) => extractMarkers(`Metformin is cheap ${mark}.`, evidence);

describe('the marks of a draft', () => {
  it.each([
    ['[1]', [1]],
    ['[1, 2]', [1, 2]],
    ['[Source 2]', [2]],
    ['[2 and 9]', [2]],
    ['[Source: UKPDS 34, metformin, 1998]', [1]],
    ['[Source: ACCORD]', [2]],
    ['(PMID: 9742977)', [1]],
  ])('that name a source are hints: %s', (mark, named) => {
    expect(extract(mark)).toEqual({ text: `Metformin is cheap${MARK}.`, hints: [named], invented: 0 });
  });

  it.each([
    '[3]',
    '[0]',
    '[Source 12]',
    '[Source: Smith 2031]',
    '[Source: UKPDS 34, metformin, 2031]',
    '[Nguồn: Trần 2030]',
    '(Nguyen et al., 2029)',
    '(Smith & Jones, 2020)',
    '(PMID: 99123456)',
    '(doi:10.9999/none)',
    '(https://example.org/1)',
    '(NCT09999999)',
    '(Source: a dream)',
  ])('that name none are taken out and counted: %s', (mark) => {
    expect(extract(mark)).toEqual({ text: `Metformin is cheap${MARK}.`, hints: [[]], invented: 1 });
  });

  it.each(['(WHO 2021)', '(95% CI 9 to 55)', '(see below)', '[EMAIL_1]'])('are not %s', (words) => {
    expect(extract(words)).toEqual({ text: `Metformin is cheap ${words}.`, hints: [], invented: 0 });
  });

  it('may give any year to a source whose year nobody knows', () => {
    const [first, second] = evidence;
    if (!first || !second) throw new Error('there are two sources');
    const undated = [{ ...first, document: { ...first.document, year: null } }, second];
    const mark = '[Source: UKPDS 34, metformin, 2031]';
    expect(extractMarkers(`Metformin is cheap ${mark}.`, undated).hints).toEqual([[1]]);
  });

  it('keep the order in which they stand, whatever their form', () => {
    const { hints, invented } = extractMarkers(
      'One (PMID: 9742977). Two [2]. Three (Lee, 2020). Four [1].',
      evidence,
    );
    expect(hints).toEqual([[1], [2], [], [1]]);
    expect(invented).toBe(1);
  });
});
