import { z } from 'zod';

/** The languages Galen answers in. */
export const Language = z.enum(['en', 'vi']);
export type Language = z.infer<typeof Language>;

/** A text in every language Galen speaks. */
export type Bilingual = Readonly<Record<Language, string>>;

/** Texts by what they are for. */
export type Sentences = Readonly<Record<string, Bilingual>>;

/** A table of texts, however deep, in one language. */
export type InLanguage<Texts> = Texts extends Bilingual
  ? string
  : { readonly [Key in keyof Texts]: InLanguage<Texts[Key]> };

export function inLanguage<Texts extends object>(texts: Texts, language: Language): InLanguage<Texts> {
  const said = (text: object): unknown =>
    language in text
      ? text[language as keyof typeof text]
      : Object.fromEntries(Object.entries(text).map(([key, part]) => [key, said(part)]));
  // The same tree, with one language of each leaf: what the type says.
  return said(texts) as InLanguage<Texts>;
}

/** As a model is told which one to write in. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', vi: 'Vietnamese' };

/** Puts values in the place of `{name}` in a text for people. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** As a sentence begins. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
