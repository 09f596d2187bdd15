import { describe, expect, it } from 'vitest';
import { EN } from '../text/texts.en.ts';
import { VI } from '../text/texts.vi.ts';
import { describeOrigin } from './describe-origin.ts';

const TRIAL = {
  source_type: 'pubmed',
  created_at: '2022-03-01T00:00:00.000Z',
  year: 2022,
  journal: 'The Lancet',
  summary_of: null,
  fictional: false,
};
const POLICY = { ...TRIAL, source_type: 'policy', journal: 'Hoa Sen' };

describe('where a source comes from', () => {
  it('is its journal and its year, or the day of a rule of the house', () => {
    expect(describeOrigin(TRIAL, EN, 'en')).toBe('The Lancet, 2022');
    expect(describeOrigin(POLICY, EN, 'en')).toBe('Hoa Sen, 1 Mar 2022');
    expect(describeOrigin(POLICY, VI, 'vi')).toMatch(/^Hoa Sen, 1 thg 3,? 2022$/u);
    expect(describeOrigin({ ...POLICY, year: 2019 }, EN, 'en')).toBe('Hoa Sen, 2019');
  });

  it('is said to be Galen’s own summary where it is one', () => {
    const summary = { ...TRIAL, summary_of: 'Study Group. Lancet. 1994;344:1383' };
    expect(describeOrigin(summary, EN, 'en')).toBe('Galen’s summary of Study Group. Lancet. 1994;344:1383');
    expect(describeOrigin(summary, VI, 'vi')).toBe(
      'Bản tóm tắt của Galen về Study Group. Lancet. 1994;344:1383',
    );
  });

  it('is said to be fictional where it is invented', () => {
    expect(describeOrigin({ ...POLICY, fictional: true }, EN, 'en')).toBe(
      'Hoa Sen, 1 Mar 2022, fictional document',
    );
    expect(describeOrigin({ ...POLICY, year: 2019, fictional: true }, VI, 'vi')).toBe(
      'Hoa Sen, 2019, tài liệu hư cấu',
    );
  });

  it('does not make up a year that nobody knows', () => {
    expect(describeOrigin({ ...TRIAL, journal: '', year: null }, EN, 'en')).toBe('year unknown');
    expect(describeOrigin({ ...POLICY, year: null }, VI, 'vi')).toBe('Hoa Sen, không rõ năm');
  });

  it('is as it was told in answers stored before summaries were marked', () => {
    const { summary_of, fictional, ...stored } = TRIAL;
    expect(describeOrigin(stored, EN, 'en')).toBe('The Lancet, 2022');
  });
});
