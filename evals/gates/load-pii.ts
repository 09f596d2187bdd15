import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';

const Split = z.enum(['tune', 'held']);
export type Split = z.infer<typeof Split>;

const Item = z.strictObject({
  id: z.string(),
  text: z.string(),
  language: Language,
  category: z.string(),
  /** Rules and tables were set by the first; the second only tells how they do. */
  split: Split,
});
const PiiItem = Item.extend({
  spans: z.array(z.strictObject({ start: z.int(), end: z.int(), type: z.string() })),
});
export type PiiItem = z.infer<typeof PiiItem>;
export type ClinicalText = z.infer<typeof Item>;

/** Our own messages with what names a person in each, many of them without any. */
export async function loadPii(): Promise<PiiItem[]> {
  return z.array(PiiItem).parse(JSON.parse(await readFile(new URL('pii.json', import.meta.url), 'utf8')));
}

/** Clinical texts that no gate may touch. */
export async function loadClinicalTexts(): Promise<ClinicalText[]> {
  const text = await readFile(new URL('clinical-texts.json', import.meta.url), 'utf8');
  return z.array(Item).parse(JSON.parse(text));
}

/** The shared set's labels that HIPAA covers, in our words. A country is too large to be one. */
const LABELS: Readonly<Record<string, string>> = {
  PERSON: 'NAME',
  ADDRESS: 'ADDRESS',
  LOCATION: 'ADDRESS',
  DATE_TIME: 'DATE',
  PHONE_NUMBER: 'PHONE',
  EMAIL_ADDRESS: 'EMAIL',
  DOMAIN_NAME: 'URL',
  IP_ADDRESS: 'IP',
  CREDIT_CARD: 'ACCOUNT',
  IBAN_CODE: 'ACCOUNT',
  US_SSN: 'NATIONAL_ID',
  US_DRIVER_LICENSE: 'LICENSE',
};

/** The set labels some titles apart from the name they stand before; a title identifies nobody. */
const TITLE_ALONE = /^(?:mr|mrs|ms|miss|dr|prof)\.?$/iu;

const SharedItem = z.object({
  full_text: z.string(),
  masked: z.string(),
  template_id: z.int(),
  spans: z.array(
    z.object({
      entity_type: z.string(),
      entity_value: z.string(),
      start_position: z.int(),
      end_position: z.int(),
    }),
  ),
});

/** The shared English set, a quarter of its templates held back so that no sentence is on both sides; null when it is not there. */
export async function loadSharedPii(data: string): Promise<PiiItem[] | null> {
  const file = join(data, 'pii', 'presidio_generated_large.json');
  if (!existsSync(file)) return null;
  const items = z.array(SharedItem).parse(JSON.parse(await readFile(file, 'utf8')));
  return items.map(({ full_text, masked, template_id, spans }, index) => {
    const isCountry = countriesOf(masked);
    return {
      id: `shared-${index}`,
      text: full_text,
      language: 'en',
      category: String(template_id),
      split: partOf(String(template_id)),
      spans: spans
        .toSorted((a, b) => a.start_position - b.start_position)
        .flatMap(({ entity_type, entity_value, start_position, end_position }, place) => {
          const type = LABELS[entity_type];
          if (type === undefined || TITLE_ALONE.test(entity_value)) return [];
          if (entity_type === 'LOCATION' && isCountry(place, spans.length)) return [];
          return [{ start: start_position, end: end_position, type }];
        }),
    };
  });
}

function partOf(template: string): Split {
  const digest = createHash('sha256').update(template).digest('hex').slice(0, 8);
  return Number.parseInt(digest, 16) % 4 === 3 ? 'held' : 'tune';
}

/** Which of a sentence's spans are countries: the template it was filled from tells, where each blank has a span. */
function countriesOf(masked: string): (place: number, spans: number) => boolean {
  const blanks = [...masked.matchAll(/\{\{(\w+)\}\}/gu)].map((blank) => blank[1] ?? '');
  // A title before a name is a blank without a span.
  const labelled = blanks.filter((blank) => !blank.startsWith('prefix'));
  return (place, spans) => (spans === labelled.length ? labelled : blanks)[place] === 'country';
}
