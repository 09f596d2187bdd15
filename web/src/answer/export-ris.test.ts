import { describe, expect, it } from 'vitest';
import type { Source } from '../../../src/domain/answer.ts';
import { EN } from '../text/texts.en.ts';
import { VI } from '../text/texts.vi.ts';
import { exportRis } from './export-ris.ts';

const SOURCE: Source = {
  index: 1,
  passage_id: 'trial#0',
  document_id: 'trial',
  title: 'A trial\nER  - of line breaks',
  url: 'https://doi.org/10.1136/bmj.c2181',
  pmid: '20488910',
  year: 2010,
  journal: 'BMJ',
  evidence_level: 'rct',
  source_type: 'pubmed',
  scope: 'public',
  created_at: '',
  relevance_score: 1,
  page: null,
  heading_path: [],
  summary_of: null,
  fictional: false,
  text: '',
};

describe('exportRis', () => {
  it('writes a record with the DOI from the address, and no value over two lines', () => {
    expect(exportRis([SOURCE], EN).split('\r\n')).toEqual([
      'TY  - JOUR',
      'TI  - A trial ER - of line breaks',
      'JO  - BMJ',
      'PY  - 2010',
      'DO  - 10.1136/bmj.c2181',
      'UR  - https://doi.org/10.1136/bmj.c2181',
      'AN  - 20488910',
      'DB  - PubMed',
      'ID  - trial',
      'ER  - ',
      '',
      '',
    ]);
  });

  it('writes a document once, however many of its passages are cited, and a guideline as a report', () => {
    const guideline = { ...SOURCE, document_id: 'guide', source_type: 'guidelines', url: null, pmid: null };
    const records = exportRis([SOURCE, { ...SOURCE, index: 2 }, guideline], EN).match(/^TY {2}- \w+/gmu);
    expect(records).toEqual(['TY  - JOUR', 'TY  - RPRT']);
  });

  it('notes what is Galen’s own summary and what is fictional, and writes no year that nobody knows', () => {
    const summary = exportRis([{ ...SOURCE, summary_of: 'Lancet. 1994;344:1383' }], EN);
    expect(summary).toContain('\r\nN1  - Galen’s summary of Lancet. 1994;344:1383\r\n');
    expect(exportRis([{ ...SOURCE, fictional: true }], VI)).toContain('\r\nN1  - tài liệu hư cấu\r\n');
    expect(exportRis([{ ...SOURCE, year: null }], EN)).not.toContain('PY  -');
  });
});
