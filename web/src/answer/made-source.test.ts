import { describe, expect, it } from 'vitest';
import { EN } from '../text/texts.en.ts';
import { VI } from '../text/texts.vi.ts';
import { madeSource, sayOrigin } from './made-source.ts';

const CHART = { source_type: 'chart' };
const STUDY = { source_type: 'pubmed' };

describe('what is said of a source', () => {
  it.each([EN, VI])('never calls gone what was never a document', (t) => {
    for (const source_type of Object.keys(EN.madeSources)) {
      expect(sayOrigin({ source_type }, false, t)).toBe(t.madeSources[source_type]?.words);
      expect(sayOrigin({ source_type }, false, t)).not.toBe(t.sourceGone);
    }
  });

  it('names a chart for what it is, and leaves a study to its kind of evidence', () => {
    expect(madeSource(CHART, EN)?.label).toBe('Patient chart');
    expect(madeSource(STUDY, EN)).toBeNull();
  });

  it('tells when a document cannot be read', () => {
    expect([sayOrigin(STUDY, true, EN), sayOrigin(STUDY, false, EN)]).toEqual([EN.quoted, EN.sourceGone]);
  });
});
