import { decimalOf } from '../../../language/read-numbers.ts';
import type { EmergencyCategory, EmergencySign, Found } from './find-phrases.ts';
import type { Token } from './split-clauses.ts';

/** How many words may stand between the name of a measurement and its figure. */
const REACH = 6;

const MEASUREMENTS: readonly {
  names: readonly string[];
  read(value: number, unit: string): Reading | null;
}[] = [
  { names: ['spo2', 'oxygen', 'sats', 'saturation', 'sat', 'oxy', 'sao2', 'o2'], read: readSaturation },
  { names: ['sugar', 'glucose', 'glycaemia', 'duong huyet', 'duong mau', 'bsl', 'bgl'], read: readGlucose },
  { names: ['ketones', 'ketone', 'ceton', 'xeton'], read: readKetones },
  { names: ['chills', 'fever', 'temperature', 'temp', 'sot', 'nhiet do'], read: readTemperature },
  { names: ['heart', 'pulse', 'hr', 'nhip tim', 'mach', 'heartbeat', 'tim'], read: readPulse },
];
const PRESSURE_NAMES = ['bp', 'pressure', 'huyet ap', 'ha'];
const TAKEN = ['took', 'taken', 'swallowed', 'popped', 'uong', 'nuot'];
/** After a figure: then it is no count of pills. */
const NO_PILLS = new Set(
  (
    'mg g gram grams ml mcg units unit minutes minute hours hour days day weeks week months month years year am pm oclock ' +
    'times percent steps photos pictures classes exams courses people phut gio ngay tuan thang tuoi lan giot do ly coc lit'
  ).split(' '),
);
const MANY_PILLS = { from: 8, to: 500, reach: 3 };
const YEARS = new Set(['year', 'years', 'yo', 'yrs', 'yr', 'tuoi']);

type Reading = { category: EmergencyCategory } | { sign: EmergencySign };

/** What the figures in a message say: saturation, glucose, temperature, pulse, blood pressure, age. */
export function readVitals(tokens: readonly Token[]): Found[] {
  const found: Found[] = [];
  const add = (start: number, end: number, reading: Reading | null) => {
    if (!reading) return;
    const meaning =
      'category' in reading
        ? { kind: 'alarm' as const, category: reading.category }
        : { kind: 'sign' as const, sign: reading.sign };
    found.push({ start, end, language: null, ...meaning });
  };
  tokens.forEach(({ text }, at) => {
    if (!/^\d/.test(text)) return;
    const next = tokens[at + 1]?.text ?? '';
    const pressure = /^(\d{2,3})\/(\d{2,3})$/.exec(text);
    if (pressure) {
      const start = nameBefore(tokens, at, PRESSURE_NAMES);
      if (start !== -1) add(start, at + 1, readPressure(Number(pressure[1]), Number(pressure[2])));
      return;
    }
    const value = decimalOf(text);
    if (YEARS.has(next) && value >= 60 && value < 120) add(at, at + 2, { sign: 'aged_over_60' });
    if (value >= MANY_PILLS.from && value <= MANY_PILLS.to && next !== '' && !NO_PILLS.has(next)) {
      const start = nameBefore(tokens, at, TAKEN, MANY_PILLS.reach);
      if (start !== -1) add(start, at + 1, { category: 'overdose' });
    }
    for (const { names, read } of MEASUREMENTS) {
      const start = nameBefore(tokens, at, names);
      if (start !== -1) add(start, at + 1, read(value, next));
    }
  });
  return found;
}

/** Where one of the names stands shortly before, in the same sentence; -1 when none does. */
function nameBefore(tokens: readonly Token[], at: number, names: readonly string[], reach = REACH): number {
  for (let start = at - 1; start >= Math.max(0, at - reach); start -= 1) {
    if (tokens[start]?.sentence !== tokens[at]?.sentence) return -1;
    const one = tokens[start]?.text ?? '';
    if (names.includes(one) || names.includes(`${one} ${tokens[start + 1]?.text ?? ''}`)) return start;
  }
  return -1;
}

function readSaturation(percent: number): Reading | null {
  return percent >= 40 && percent < 90 ? { category: 'breathing' } : null;
}

/** Below 3.0 mmol/L (54 mg/dL) is a level-2 hypoglycaemia; a bare figure is mmol/L when it can be. */
function readGlucose(value: number, unit: string): Reading | null {
  const isMilligrams = unit === 'mg' || (unit !== 'mmol' && value > 53);
  const mmol = isMilligrams ? value / 18 : value;
  if (mmol <= 0 || mmol > 100) return null;
  if (mmol < 3 || mmol >= 30) return { category: 'diabetic' };
  return mmol >= 20 ? { sign: 'glucose_high' } : null;
}

/** 1.5 mmol/L and more in a diabetic is on the way to ketoacidosis. */
function readKetones(value: number): Reading | null {
  return value >= 1.5 && value <= 20 ? { category: 'diabetic' } : null;
}

function readTemperature(value: number): Reading | null {
  const isFever = (value >= 38 && value < 44) || (value >= 100.4 && value < 111);
  return isFever ? { sign: 'fever_measured' } : null;
}

function readPulse(value: number): Reading | null {
  return value >= 150 && value <= 300 ? { sign: 'pulse_very_fast' } : null;
}

/** 160/110 is severe in pregnancy, 180/120 in anyone. */
function readPressure(systolic: number, diastolic: number): Reading | null {
  if (systolic <= diastolic) return null;
  if (systolic < 80) return { category: 'shock' };
  if (systolic >= 180 || diastolic >= 120) return { sign: 'pressure_very_high' };
  return systolic >= 160 || diastolic >= 110 ? { sign: 'pressure_high' } : null;
}
