import { z } from 'zod';

/** The languages Galen answers in. */
export const Language = z.enum(['en', 'vi']);
export type Language = z.infer<typeof Language>;

/** A text in every language Galen speaks. */
export type Bilingual = Readonly<Record<Language, string>>;

/** As a model is told which one to write in. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', vi: 'Vietnamese' };

/** Puts values in the place of `{name}` in a text for people. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
