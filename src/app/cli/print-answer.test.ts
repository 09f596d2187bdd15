import { expect, it, vi } from 'vitest';
import { sampleAnswer, sampleRun } from '../../records/testing/sample-records.ts';
import { printAnswer } from './print-answer.ts';

it('prints each document once, with the numbers and pages of its sources', () => {
  const answer = sampleAnswer(sampleRun());
  const [source] = answer.sources;
  if (!source) throw new Error('the sample has a source');
  const sources = [source, { ...source, index: 2, page: null }, { ...source, index: 3, document_id: 'd2' }];
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printAnswer({ ...answer, sources });
  const printed = write.mock.calls.join('');
  write.mockRestore();
  expect(printed).toContain('  [1, tr. 3] [2] Đái tháo đường. J, 2023 (thử nghiệm ngẫu nhiên)\n');
  expect(printed).toContain('  [3, tr. 3] Đái tháo đường. J, 2023');
});

it.each([
  [
    { summary_of: 'Lancet. 1994;344:1383' },
    'Đái tháo đường. Bản tóm tắt của Galen về Lancet. 1994;344:1383 (',
  ],
  [{ fictional: true }, 'Đái tháo đường. J, 2023, tài liệu hư cấu ('],
  [{ year: null }, 'Đái tháo đường. J, không rõ năm ('],
  [{ year: null, journal: '' }, 'Đái tháo đường. không rõ năm ('],
])('says whose words a source holds, and when nobody knows its year: %o', (part, line) => {
  const answer = sampleAnswer(sampleRun());
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printAnswer({ ...answer, sources: answer.sources.map((source) => ({ ...source, ...part })) });
  const printed = write.mock.calls.join('');
  write.mockRestore();
  expect(printed).toContain(line);
});

it('names the day of a rule of the house beside its title', () => {
  const answer = sampleAnswer(sampleRun());
  const sources = answer.sources.map((source) => ({
    ...source,
    source_type: 'policy',
    year: 2022,
    created_at: '2022-03-01T00:00:00.000Z',
  }));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  printAnswer({ ...answer, sources });
  const printed = write.mock.calls.join('');
  write.mockRestore();
  expect(printed).toContain('Đái tháo đường. J, 2022-03-01 (');
});
