import { byRules, type Computed, figure, formula } from './calculator.ts';

const CM_PER_INCH = 2.54;
const DEVINE_FROM_INCHES = 60;
const DAY_MS = 86_400_000;
const PREGNANCY_DAYS = 280;
const LONGEST_PREGNANCY_DAYS = 44 * 7;
/** Of a day: girls seldom need more, boys seldom more than 2500. */
const USUAL_MOST_ML = 2000;

export const BODY = [
  formula({
    id: 'bmi',
    asks: ['weight', 'height'],
    may: ['age'],
    source:
      'WHO Technical Report Series 894, 2000; Asian cut-offs: WHO WPRO/IASO/IOTF, The Asia-Pacific perspective, 2000',
    notInPregnancy: true,
    compute({ weight, height, age }) {
      const bmi = figure('bmi', weight / (height / 100) ** 2, 'kg/m²', 1);
      if (age !== undefined && age < 18) return { figures: [bmi], bands: ['child'] };
      return {
        figures: [bmi],
        bands: [
          byRules(
            '<18.5:who_under <25:who_normal <30:who_over <35:who_obese_1 <40:who_obese_2 else:who_obese_3',
            bmi.value,
          ),
          byRules(
            '<18.5:asian_under <23:asian_normal <25:asian_over <30:asian_obese_1 else:asian_obese_2',
            bmi.value,
          ),
        ],
      };
    },
  }),
  formula({
    id: 'bsa',
    asks: ['weight', 'height'],
    source: 'Mosteller RD, N Engl J Med 1987;317:1098; Du Bois D, Du Bois EF, Arch Intern Med 1916;17:863–71',
    compute: ({ weight, height }) => ({
      figures: [
        figure('mosteller', Math.sqrt((height * weight) / 3600), 'm²', 2),
        figure('du_bois', 0.007184 * weight ** 0.425 * height ** 0.725, 'm²', 2),
      ],
      bands: [],
    }),
  }),
  formula({
    id: 'ideal-weight',
    asks: ['height', 'sex'],
    may: ['weight'],
    source:
      'Devine BJ, Drug Intell Clin Pharm 1974;8:650–5; adjusted: Bauer LA et al. Eur J Clin Pharmacol 1983;24:643–7',
    fromAge: 18,
    notInPregnancy: true,
    compute({ height, sex, weight }) {
      const over = height / CM_PER_INCH - DEVINE_FROM_INCHES;
      if (over < 0) return { refused: 'too_short' };
      const ideal = (sex === 'male' ? 50 : 45.5) + 2.3 * over;
      const figures = [figure('ideal', ideal, 'kg', 1)];
      if (weight === undefined) return { figures, bands: [] };
      if (weight <= ideal) return { figures, bands: ['not_above'] };
      return {
        figures: [...figures, figure('adjusted', ideal + 0.4 * (weight - ideal), 'kg', 1)],
        bands: [],
      };
    },
  }),
  formula({
    id: 'dose-by-weight',
    // A child's weight of last year is no weight to dose by.
    acute: true,
    asks: ['weight', 'dose_per_kg', 'dose_per_kg_day', 'doses_per_day'],
    may: ['max_dose', 'max_daily'],
    unless: { dose_per_kg: 'dose_per_kg_day', dose_per_kg_day: 'dose_per_kg', doses_per_day: 'dose_per_kg' },
    source: 'Dosing by weight as in WHO, Pocket book of hospital care for children, 2013, annex 2',
    compute({ weight, dose_per_kg, dose_per_kg_day, doses_per_day: times, max_dose, max_daily }): Computed {
      const wanted = dose_per_kg === undefined ? (dose_per_kg_day * weight) / times : dose_per_kg * weight;
      // A missing count is only missing where one dose was asked for; no single dose passes what a day allows.
      const byDay = (max_daily ?? Number.POSITIVE_INFINITY) / (times ?? 1);
      const dose = Math.min(wanted, max_dose ?? Number.POSITIVE_INFINITY, byDay);
      const figures = [figure('dose', dose, 'mg', digitsFor(dose))];
      if (times !== undefined) figures.push(figure('daily', dose * times, 'mg/day', digitsFor(dose * times)));
      const isOpen = max_dose === undefined && max_daily === undefined;
      const bands = dose < wanted ? ['capped'] : isOpen ? ['no_maximum'] : ['not_above_maximum'];
      if (max_daily !== undefined && times === undefined) bands.push('count_unknown');
      return { figures, bands };
    },
  }),
  formula({
    id: 'maintenance-fluids',
    acute: true,
    asks: ['weight'],
    source: 'Holliday MA, Segar WE, Pediatrics 1957;19:823–32 (hourly form 4-2-1); NICE NG29',
    compute({ weight }) {
      const first = Math.min(weight, 10);
      const next = Math.min(Math.max(weight - 10, 0), 10);
      const rest = Math.max(weight - 20, 0);
      const hourly = 4 * first + 2 * next + rest;
      const daily = 100 * first + 50 * next + 20 * rest;
      return {
        figures: [figure('hourly', hourly, 'mL/h', 1), figure('fluid_day', daily, 'mL/day')],
        bands: daily > USUAL_MOST_ML ? ['isotonic', 'seldom_more'] : ['isotonic'],
      };
    },
  }),
  formula({
    id: 'pregnancy-dates',
    asks: ['lmp'],
    source: 'ACOG Committee Opinion 700, Obstet Gynecol 2017;129:e150–4',
    compute({ lmp }, today) {
      const start = Date.parse(lmp);
      const days = Math.floor((Date.parse(today) - start) / DAY_MS);
      if (days < 0 || days > LONGEST_PREGNANCY_DAYS) return { refused: 'not_within' };
      const due = new Date(start + PREGNANCY_DAYS * DAY_MS).toISOString().slice(0, 10);
      const weeks = Math.floor(days / 7);
      return {
        figures: [figure('due', due, ''), figure('gestation', `${weeks}+${days % 7}`, 'weeks+days')],
        bands: [byRules('>=42:post >=37:term >=28:third >=14:second else:first', weeks)],
      };
    },
  }),
];

/** A dose to three figures, as it is drawn up. */
function digitsFor(dose: number): number {
  return dose >= 100 ? 0 : dose >= 10 ? 1 : dose >= 1 ? 2 : 3;
}
