import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bilingual, Language } from '../../domain/language.ts';
import { readMarkdown } from '../../retrieval/ingest/formats/read-markdown.ts';

const KNOWLEDGE = fileURLToPath(new URL('../../../knowledge', import.meta.url));

const FORMS: readonly Bilingual[] = [
  { en: 'What is known about {subject}?', vi: '{subject} có gì đáng chú ý?' },
  { en: 'What were the results of {subject}?', vi: 'Kết quả của {subject} là gì?' },
];

/** Questions made from the titles of the sample literature, in both languages, always the same. */
export async function sampleQuestions(count: number): Promise<string[]> {
  const files = (await readdir(KNOWLEDGE, { recursive: true }))
    .filter((file) => /^(?:studies|guidelines)\b.*(?<!README)\.md$/u.test(file))
    .sort();
  const titles: { title: string; language: Language }[] = [];
  for (const file of files) titles.push(readMarkdown(file, await readFile(join(KNOWLEDGE, file), 'utf8')));
  return FORMS.flatMap((form) =>
    titles.map(({ title, language }) => form[language].replace('{subject}', title)),
  ).slice(0, count);
}
