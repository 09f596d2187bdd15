import { z } from 'zod';

/** The languages Galen answers in. */
export const Language = z.enum(['en', 'vi']);
export type Language = z.infer<typeof Language>;

/** A text in every language Galen speaks. */
export type Bilingual = Readonly<Record<Language, string>>;
