import { expect, it } from 'vitest';
import { summariseChart } from './summary/summarise-chart.ts';
import { emptyChart } from './testing/empty-chart.ts';

const now = '2026-11-15T08:00:00.000Z';

it.each([
  [{ deceasedDateTime: '2026-02-03' }, 'Attention: The chart says that this patient died on 2026-02-03.'],
  [{ active: false }, 'Attention: This record is not in use any more.'],
])('a chart says right below the name that nothing is ordered under it: %j', (state, said) => {
  const chart = emptyChart();
  chart.patient = { ...chart.patient, ...state };
  expect(summariseChart(chart, { language: 'en', now }).text.split('\n')[1]).toBe(said);
});

it('a chart of somebody who is treated says nothing of the kind', () => {
  const { patient, text } = summariseChart(emptyChart(), { language: 'vi', now });
  expect(patient).not.toHaveProperty('state');
  expect(text.split('\n')[1]).toMatch(/^Dị ứng/u);
});
