import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drugLists } from '../../../language/drugs/drug-names.ts';
import { parseRequest } from './parse-request.ts';
import { parseOrder } from './read-order.ts';

/** Names that say a class, or hold words that mean something else in an order, are looked at by themselves. */
const DRUGS = [...drugLists().table].filter(
  (name) =>
    !/vaccine|juice|contrast|(?:patch|cream|gel|ointment|spray|drops|inhaler|lotion)$| and |^penicillin$|\d/u.test(
      name,
    ),
);
const UNITS = ['mg', 'g', 'mcg', 'ml', 'units', 'IU', 'mmol', 'micrograms'];
const ROUTES = {
  '': undefined,
  po: 'oral',
  'by mouth': 'oral',
  iv: 'intravenous',
  im: 'intramuscular',
  sc: 'subcutaneous',
  sl: 'sublingual',
  pr: 'rectal',
  inhaled: 'inhaled',
  uống: 'oral',
  'tiêm bắp': 'intramuscular',
  'tiêm dưới da': 'subcutaneous',
  'ngậm dưới lưỡi': 'sublingual',
} as const;
const FREQUENCIES = [
  ...['od', 'bd', 'tds', 'qds', 'qd', 'bid', 'tid', 'qid', 'q4h', 'q6h', 'q12h', 'nocte', 'mane', 'stat'],
  ...['once daily', 'twice a day', 'three times daily', 'every 8 hours', 'once weekly', 'every other day'],
  ...['at night', 'twice daily after meals', 'every morning', 'once daily before breakfast'],
  ...[
    'ngày 2 lần',
    '3 lần/ngày',
    'mỗi 8 giờ',
    'mỗi tối',
    'ngày uống 2 lần',
    'ngày 2 lần sau ăn',
    'mỗi tuần 1 lần',
  ],
];
const DURATIONS = {
  '': undefined,
  'for 7 days': '7 days',
  'x 5 days': '5 days',
  'for 2 weeks': '2 weeks',
  'trong 10 ngày': '10 ngày',
};
const COMMANDS = ['prescribe', 'Please start', 'Order', 'Put her on', 'Kê', 'Kê đơn', 'Can you prescribe'];

const amount = fc
  .tuple(
    fc.integer({ min: 1, max: 2_000 }),
    fc.constantFrom('', '.5', ',25'),
    fc.option(fc.integer({ min: 1, max: 2_000 }), { nil: null }),
    fc.constantFrom(' ', ''),
    fc.constantFrom(...UNITS),
  )
  .map(([n, part, to, space, unit]) => `${n}${part}${to === null ? '' : `-${to}`}${space}${unit}`);

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>) =>
  fc.constantFrom(...(Object.keys(record) as Key[])); // what Object.keys forgets

describe('an order made of parts', () => {
  it('comes back with exactly these parts', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...COMMANDS),
        fc.constantFrom(...DRUGS),
        amount,
        keysOf(ROUTES),
        fc.constantFrom(...FREQUENCIES),
        keysOf(DURATIONS),
        fc.boolean(),
        (command, drug, dose, route, frequency, duration, isRouteLast) => {
          const how = isRouteLast ? [frequency, route] : [route, frequency];
          const text = [command, drug, dose, ...how, duration].filter(Boolean).join(' ');
          const [part, ...others] = parseRequest(text).writes;
          expect(others).toEqual([]);
          const said = ROUTES[route] ?? (frequency.includes('uống') ? 'oral' : undefined);
          fc.pre(ROUTES[route] === undefined || ROUTES[route] === said);
          fc.pre(!(frequency.includes('uống') && (ROUTES[route] ?? 'oral') !== 'oral'));
          expect(parseOrder(part?.text ?? '').order).toEqual({
            medication: drug,
            dose,
            frequency,
            ...(said === undefined ? {} : { route: said }),
            ...(DURATIONS[duration] === undefined ? {} : { duration: DURATIONS[duration] }),
          });
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('is never proposed as understood with a word or a number in it that nobody can read', () => {
    const strange = fc.constantFrom(
      '7',
      '2/9',
      'or 10 mg',
      'then 20 mg',
      'for smithson',
      'unless dizzy',
      'x 2',
      'hoặc 10 mg',
      'cho nhân',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...DRUGS),
        amount,
        fc.constantFrom(...FREQUENCIES),
        strange,
        fc.boolean(),
        (drug, dose, frequency, odd, isLast) => {
          const text = ['prescribe', drug, dose, ...(isLast ? [frequency, odd] : [odd, frequency])].join(' ');
          const read = parseRequest(text).writes.map((write) => parseOrder(write.text).order);
          expect(
            read.every((order) => order === null || (order.unread ?? []).length > 0),
            text,
          ).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is read soon, however odd the text', () => {
    for (const part of [
      '1',
      '1,',
      '1/',
      '5 mg ',
      'ngày ',
      'for ',
      '1-1-',
      'and ',
      'amoxicillin/',
      ' ',
      '"a',
      'khi ',
      'x 2 ',
    ])
      expect(() => parseOrder(`prescribe ${part.repeat(10_000 / part.length)}`)).not.toThrow();
  });
});
