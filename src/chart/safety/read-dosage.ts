import { type Amount, readAmount } from './read-amount.ts';
import { readEveryDays } from './read-every-days.ts';
import { type Route, readRoute } from './read-route.ts';
import { readTimesADay } from './read-times-a-day.ts';

/** A dosage as far as its words tell. */
export interface Dosage {
  /** One dose. */
  amount: Amount | null;
  per_day: number | null;
  /** Days from dose to dose, where that is more than one. */
  every_days: number | null;
  route: Route | null;
  /** All at once into a vein. */
  is_bolus: boolean;
}

const BOLUS = /\b(?:bolus|iv push|push|undiluted)\b|tiêm (?:tĩnh mạch )?(?:trực tiếp|nhanh)|bơm thẳng/iu;

/** Reads "500 mg three times a day by mouth" and its Vietnamese kin; what it does not find, or finds two of, stays null. */
export function readDosage(text: string, medication = ''): Dosage {
  const plain = text.normalize('NFC').replace(/\s+/gu, ' ');
  const stated = readRoute(plain);
  const inName = readRoute(medication.normalize('NFC'));
  return {
    amount: readAmount(plain),
    per_day: readTimesADay(plain),
    every_days: readEveryDays(plain),
    // A patch stays one when "oral" is what stands beside every order.
    route: stated === null || (stated === 'oral' && inName !== null) ? inName : stated,
    is_bolus: BOLUS.test(plain) || BOLUS.test(medication),
  };
}
