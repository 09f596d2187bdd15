import type { Bilingual } from '../../domain/language.ts';
import type { GivenDose } from './check-dose.ts';
import type { PatientFacts } from './patient-facts.ts';
import type { SafetyTables } from './safety-tables.ts';

/** At most so much of one dose, of a day or of an hour, for this patient. */
export interface DoseLimit {
  kind: 'single' | 'daily' | 'hourly';
  most: number;
  severity: 'major' | 'moderate';
  /** Why it is not the limit of everybody. */
  because?: Bilingual;
  source?: string | undefined;
  /** It hangs on a weight that is not recorded, and the dose may be above it. */
  needsWeight?: true;
}

const LIGHT_KG = 40;
const NEEDS_WEIGHT: DoseLimit = {
  kind: 'single',
  most: Number.POSITIVE_INFINITY,
  severity: 'major',
  needsWeight: true,
};

/** What the row allows an adult of this age and weight. */
export function doseLimits(
  { adult, light, older = [] }: SafetyTables['doses'][number],
  { age_years, weight_kg }: PatientFacts,
  { single, daily }: Pick<GivenDose, 'single' | 'daily'>,
): DoseLimit[] {
  const of = (
    kind: DoseLimit['kind'],
    most: number | undefined,
    more: Partial<DoseLimit> = {},
  ): DoseLimit[] => (most === undefined ? [] : [{ kind, most, severity: 'major', ...more }]);
  const byKg = (
    kind: DoseLimit['kind'],
    perKg: number | undefined,
    { kg, more = {} }: { kg: number | null; more?: Partial<DoseLimit> },
  ): DoseLimit[] => {
    if (perKg === undefined) return [];
    const because = { en: `${perKg} per kg`, vi: `${perKg} mỗi kg` };
    if (kg !== null) return of(kind, perKg * kg, { because, ...more });
    // Without a weight: whether it is right for a light adult too.
    return amountOf(kind) > perKg * LIGHT_KG ? [NEEDS_WEIGHT] : [];
  };
  const amountOf = (kind: DoseLimit['kind']) => (kind === 'daily' ? (daily ?? 0) : single);
  const isOf = (age: number) => age_years !== null && age_years >= age;
  return [
    ...of('single', adult.max_single),
    ...of('daily', adult.max_daily),
    ...of('hourly', adult.max_hourly),
    ...byKg('single', adult.max_single_per_kg, { kg: weight_kg }),
    ...byKg('daily', adult.max_daily_per_kg, { kg: weight_kg }),
    ...(weight_kg === null
      ? []
      : byKg('daily', adult.usual_daily_per_kg, { kg: weight_kg, more: { severity: 'moderate' } })),
    ...older
      .filter(({ from_years }) => isOf(from_years))
      .flatMap(({ from_years, max_single, max_daily, source }) => {
        const because = { en: `from the age of ${from_years}`, vi: `từ ${from_years} tuổi` };
        return [
          ...of('single', max_single, { because, source }),
          ...of('daily', max_daily, { because, source }),
        ];
      }),
    ...lightLimits(),
  ];

  function lightLimits(): DoseLimit[] {
    if (light === undefined) return [];
    const { under_kg, max_single_per_kg, max_daily_per_kg, max_daily, source } = light;
    const because = { en: `under ${under_kg} kg`, vi: `dưới ${under_kg} kg` };
    const kg = weight_kg ?? under_kg;
    const limits = [
      ...byKg('single', max_single_per_kg, { kg, more: { source, because } }),
      ...byKg('daily', max_daily_per_kg, { kg, more: { source, because } }),
      ...of('daily', max_daily, { source, because }),
    ];
    if (weight_kg !== null) return weight_kg < under_kg ? limits : [];
    // Only where even the heaviest of the light would get too much.
    const isTooMuch = limits.some(({ kind, most }) => amountOf(kind) > most);
    return isTooMuch ? [NEEDS_WEIGHT] : [];
  }
}
