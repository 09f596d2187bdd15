import { describe, expect, it } from 'vitest';
import type { Chart } from '../../chart/chart.port.ts';
import { samplePatient } from '../../chart/testing/sample-resources.ts';
import { GalenError } from '../../domain/errors.ts';
import { samplePrincipal } from '../../records/testing/sample-records.ts';
import { createNamesOnFile } from './mask-names.ts';

const NAMES = ['Eleanor Ashgrove', 'Nguyễn Thị Mai Sương', 'Warfarin Jones'];
const me = samplePrincipal({ audience: 'clinician' });

function onFile(searchPatients: Chart['searchPatients']) {
  return createNamesOnFile({ chart: { searchPatients } });
}
const hospital = onFile(async (_, { name = '' }) =>
  NAMES.filter((known) =>
    known.split(' ').some((part) => part.toLowerCase().startsWith(name.toLowerCase())),
  ).map((text, i) => ({ ...samplePatient(), id: `p${i}`, name: [{ text }] })),
);

describe('names on file', () => {
  it('are found word by word, in any case', async () => {
    expect(await hospital(me, 'falls in ashgrove and Sương')).toEqual(['ashgrove', 'Sương']);
  });

  it('are whole words, no drugs, and no small words of the language', async () => {
    expect(await hospital(me, 'ash grove eleano warfarin mai')).toEqual([]);
  });

  it('are found misspelt, and by a small word, where someone is sought', async () => {
    const seek = (text: string) => hospital(me, text, { isSought: true });
    expect(await seek('need ashgrive up, the af lady')).toEqual(['Ashgrove']);
    expect(await seek('pull up mai')).toEqual(['mai']);
    expect(await seek('có mai rùa trong thuốc bổ thận không')).toEqual([]);
    expect(await seek('pull up Henderson')).toEqual([]);
  });

  it('are not known while the charts are away', async () => {
    const away = onFile(() => Promise.reject(new GalenError('CHART_UNAVAILABLE')));
    expect(await away(me, 'falls in ashgrove')).toEqual([]);
    const broken = onFile(() => Promise.reject(new Error('a bug')));
    await expect(broken(me, 'falls in ashgrove')).rejects.toThrow('a bug');
  });
});
