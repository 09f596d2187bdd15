import { describe, expect, it } from 'vitest';
import { splitDraft } from './draft-lines.ts';

describe('splitDraft', () => {
  it('takes tables, lists, headings and labels apart', () => {
    const draft =
      '## Overview\n\n| Aspect | A \\| B |\n|---|:-:|\n| Dose | 5 mg |\n\n1. **First:** do this.\n- and that\n\n**Later**\nPlain text.';
    expect(splitDraft(draft)).toEqual([
      { kind: 'heading', lead: '## ', cells: [{ label: 'Overview', text: '' }] },
      {
        kind: 'header',
        lead: '',
        cells: [
          { label: '', text: 'Aspect' },
          { label: '', text: 'A \\| B' },
        ],
      },
      {
        kind: 'row',
        lead: '',
        cells: [
          { label: '', text: 'Dose' },
          { label: '', text: '5 mg' },
        ],
      },
      { kind: 'item', lead: '1. ', cells: [{ label: '**First:**', text: 'do this.' }] },
      { kind: 'item', lead: '- ', cells: [{ label: '', text: 'and that' }] },
      { kind: 'heading', lead: '', cells: [{ label: '**Later**', text: '' }] },
      { kind: 'text', lead: '', cells: [{ label: '', text: 'Plain text.' }] },
    ]);
  });

  it('takes a number that opens a sentence for part of it', () => {
    expect(splitDraft('36% of them lived.')[0]).toMatchObject({ kind: 'text', lead: '' });
    expect(splitDraft('| is a sign, too')[0]?.kind).toBe('text');
  });
});
