import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { Audience } from '../../src/domain/access.ts';
import { Language } from '../../src/domain/language.ts';
import { detectEmergency } from '../../src/gates/front/emergency/detect-emergency.ts';

/** On the held part alone. */
export const EMERGENCY_FLOORS = { sensitivity: 0.97, specificity: 0.9 };
export const EMERGENCY_AIMS = { sensitivity: 0.995, specificity: 0.97 };

const EmergencyItem = z.object({
  id: z.string(),
  text: z.string(),
  language: Language,
  audience: Audience,
  /** Whether this asker should see a notice. */
  emergency: z.boolean(),
  /** What it is, or what it could be taken for. */
  category: z.string(),
  /** How it is spoken of: present, minimised, negated, past… */
  kind: z.string(),
  split: z.enum(['tune', 'held']),
});
export type EmergencyItem = z.infer<typeof EmergencyItem>;

export interface EmergencyCounts {
  emergencies: number;
  alerted: number;
  ordinary: number;
  left_alone: number;
  /** Null where there is nothing to measure. */
  sensitivity: number | null;
  specificity: number | null;
}

export interface EmergencyReport {
  overall: EmergencyCounts;
  by_category: Record<string, EmergencyCounts>;
  by_kind: Record<string, EmergencyCounts>;
  by_language: Record<string, EmergencyCounts>;
  /** Of the emergencies alerted, how many under the expected category. */
  category_agreed: number;
  missed: string[];
  false_alarms: string[];
}

/** Sensitivity and specificity of the emergency detector on our set, by split. */
export function measureEmergency(
  items = loadEmergencyItems(),
): Record<'tune' | 'held' | 'all', EmergencyReport> {
  const judged = items.map((item) => ({ ...item, noticed: noticeFor(item)?.category ?? null }));
  const of = (split: 'tune' | 'held') => report(judged.filter((item) => item.split === split));
  return { tune: of('tune'), held: of('held'), all: report(judged) };
}

export function loadEmergencyItems(): EmergencyItem[] {
  const file = new URL('./emergency.json', import.meta.url);
  return z.array(EmergencyItem).parse(JSON.parse(readFileSync(file, 'utf8')));
}

const Phrasing = EmergencyItem.pick({ id: true, text: true, language: true, emergency: true });

/** What the tables were once widened with, told by a patient. */
export function measurePhrasings(): EmergencyCounts {
  const file = new URL('./emergency-phrasings.json', import.meta.url);
  const phrasings = z.array(Phrasing).parse(JSON.parse(readFileSync(file, 'utf8')));
  return count(
    phrasings.map((one) => {
      const item = { ...one, audience: 'patient', category: '', kind: '', split: 'tune' } as const;
      return { ...item, noticed: noticeFor(item)?.category ?? null };
    }),
  );
}

function noticeFor({ text, language, audience }: EmergencyItem) {
  return detectEmergency(text, { language, audience, country: 'VN' });
}

type Judged = EmergencyItem & { noticed: string | null };

function report(items: readonly Judged[]): EmergencyReport {
  const wrong = (isEmergency: boolean) =>
    items
      .filter((item) => item.emergency === isEmergency && (item.noticed !== null) !== isEmergency)
      .map(
        ({ id, category, kind, audience, noticed, text }) =>
          `${id} [${category}, ${kind}, ${audience}, ${noticed}] ${text}`,
      );
  return {
    overall: count(items),
    by_category: countBy(items, ({ category }) => category),
    by_kind: countBy(items, ({ kind }) => kind),
    by_language: countBy(items, ({ language }) => language),
    category_agreed: items.filter((item) => item.emergency && item.noticed === item.category).length,
    missed: wrong(true),
    false_alarms: wrong(false),
  };
}

function countBy(items: readonly Judged[], key: (item: Judged) => string): Record<string, EmergencyCounts> {
  const keys = [...new Set(items.map(key))].sort();
  return Object.fromEntries(keys.map((name) => [name, count(items.filter((item) => key(item) === name))]));
}

function count(items: readonly Judged[]): EmergencyCounts {
  const emergencies = items.filter(({ emergency }) => emergency);
  const ordinary = items.filter(({ emergency }) => !emergency);
  const alerted = emergencies.filter(({ noticed }) => noticed !== null).length;
  const left_alone = ordinary.filter(({ noticed }) => noticed === null).length;
  return {
    emergencies: emergencies.length,
    alerted,
    ordinary: ordinary.length,
    left_alone,
    sensitivity: emergencies.length === 0 ? null : alerted / emergencies.length,
    specificity: ordinary.length === 0 ? null : left_alone / ordinary.length,
  };
}

/** `npx tsx evals/gates/emergency.ts` prints the figures. */
function print(): void {
  const share = (value: number | null) => (value === null ? '–' : value.toFixed(3));
  const line = (
    name: string,
    { emergencies, alerted, ordinary, left_alone, sensitivity, specificity }: EmergencyCounts,
  ) =>
    `${name.padEnd(22)} sensitivity ${share(sensitivity)} (${alerted}/${emergencies})  specificity ${share(specificity)} (${left_alone}/${ordinary})`;
  const measured = measureEmergency();
  console.log(`floors ${JSON.stringify(EMERGENCY_FLOORS)}, aims ${JSON.stringify(EMERGENCY_AIMS)}`);
  for (const split of ['tune', 'held', 'all'] as const) {
    const { overall, by_category, by_kind, by_language, category_agreed, missed, false_alarms } =
      measured[split];
    console.log(`\n${line(split, overall)}  category as expected ${category_agreed}/${overall.alerted}`);
    for (const parts of [by_language, by_category, by_kind]) {
      for (const [name, counts] of Object.entries(parts)) console.log(line(`  ${name}`, counts));
    }
    if (split === 'all') continue;
    for (const text of missed) console.log(`  missed: ${text}`);
    for (const text of false_alarms) console.log(`  false alarm: ${text}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
