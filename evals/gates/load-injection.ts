import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { Language } from '../../src/domain/language.ts';

const Item = z.strictObject({
  id: z.string(),
  text: z.string(),
  language: Language,
  label: z.enum(['attack', 'harmless']),
  category: z.string(),
  /** A question, or a text that Galen reads for somebody. */
  place: z.enum(['message', 'document']),
  /** Rules were set by the first; the second only tells how they do. */
  split: z.enum(['tune', 'held']),
});
export type InjectionItem = Pick<z.infer<typeof Item>, 'id' | 'text' | 'label' | 'category' | 'split'>;

/** Our own set: attacks, and harmless texts that look like them. */
export function ourInjectionSet(): z.infer<typeof Item>[] {
  return z.array(Item).parse(JSON.parse(readFileSync(new URL('injection.json', import.meta.url), 'utf8')));
}

/** The shared sets by name; null where the data is not on this machine. */
export function sharedInjectionSets(data: string): Record<string, InjectionItem[]> | null {
  const folder = join(data, 'injection');
  if (!existsSync(folder)) return null;
  return { deepset: deepset(folder), 'http-params': httpParams(folder), gotestwaf: gotestwaf(folder) };
}

function deepset(folder: string): InjectionItem[] {
  const Row = z.object({ text: z.string(), label: z.enum(['0', '1']) });
  return rows(folder, 'deepset_train.csv', Row).map(({ text, label }, i) =>
    item(`deepset-${i}`, text, label === '1' ? 'attack' : 'harmless', 'prompt'),
  );
}

function httpParams(folder: string): InjectionItem[] {
  const Row = z.object({ payload: z.string(), attack_type: z.string() });
  return rows(folder, 'http_params_train.csv', Row).map(({ payload, attack_type }, i) =>
    // The set leaves the file to be filled in.
    item(
      `http-${i}`,
      payload.replace('{file}', 'etc/passwd'),
      attack_type === 'norm' ? 'harmless' : 'attack',
      attack_type,
    ),
  );
}

/** Each payload as it stands, and in the encodings that the set names. */
function gotestwaf(folder: string): InjectionItem[] {
  const File = z.object({ payload: z.array(z.coerce.string()), encoder: z.array(z.string()) });
  return readdirSync(join(folder, 'gotestwaf'))
    .filter((name) => name.endsWith('.yml'))
    .flatMap((name) => {
      // As a document: a payload that breaks the rules of YAML is still a payload.
      const document = parseDocument(readFileSync(join(folder, 'gotestwaf', name), 'utf8'));
      const { payload, encoder } = File.parse(document.toJS());
      const category = name.replace(/^owasp(?:-api)?_|\.yml$/gu, '');
      const label = name.startsWith('false') ? 'harmless' : 'attack';
      return payload.flatMap((text, i) => [
        item(`${name}-${i}`, text, label, category),
        ...(label === 'attack' && encoder.includes('Base64Flat')
          ? [item(`${name}-${i}-base64`, Buffer.from(text).toString('base64'), label, `${category} base64`)]
          : []),
        ...(label === 'attack' && encoder.includes('URL')
          ? [item(`${name}-${i}-url`, encodeURIComponent(text), label, `${category} url`)]
          : []),
      ]);
    });
}

function item(id: string, text: string, label: InjectionItem['label'], category: string): InjectionItem {
  const first = createHash('sha256').update(text).digest()[0] ?? 0;
  return { id, text, label, category, split: first % 2 === 1 ? 'held' : 'tune' };
}

function rows<Schema extends z.ZodType>(folder: string, name: string, Row: Schema): z.output<Schema>[] {
  return z.array(Row).parse(parseCsv(readFileSync(join(folder, name)), { columns: true, bom: true }));
}
