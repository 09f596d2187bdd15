import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MarkdownDocument, readMarkdown } from '../ingest/formats/read-markdown.ts';

export const KNOWLEDGE_FOLDER = fileURLToPath(new URL('../../../knowledge', import.meta.url));

/** Every document that ships, read. */
export function knowledgeFiles(): { file: string; name: string; document: MarkdownDocument }[] {
  return ['studies', 'guidelines'].flatMap((folder) =>
    readdirSync(join(KNOWLEDGE_FOLDER, folder)).map((entry) => {
      const file = join(folder, entry);
      const content = readFileSync(join(KNOWLEDGE_FOLDER, file), 'utf8');
      return { file, name: basename(entry, '.md'), document: readMarkdown(file, content) };
    }),
  );
}
