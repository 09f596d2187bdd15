import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { EmbedderTraits } from './model-embedder.ts';

const FILE = 'embedder.json';

const StoredTraits = z.object({
  model: z.string(),
  dimensions: z.number().int().positive(),
  scale: z.object({ unrelated: z.number(), same: z.number() }),
});

/** What the model told of itself when it last answered; null when it never did here. */
export async function recallTraits(folder: string, model: string): Promise<EmbedderTraits | null> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
  const stored = StoredTraits.safeParse(text === null ? null : parse(text));
  return stored.success && stored.data.model === model ? stored.data : null;
}

/** Kept, so that Galen knows its own vectors again when it starts while the model's server is down. Gives the problem, if any. */
export async function rememberTraits(
  folder: string,
  model: string,
  traits: EmbedderTraits,
): Promise<string | null> {
  const file = join(folder, FILE);
  const aside = `${file}.${process.pid}`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(aside, `${JSON.stringify({ model, ...traits }, null, 2)}\n`);
    await rename(aside, file);
    return null;
  } catch (error) {
    // Galen works without; only a start without the server would not.
    return `${file} cannot be written${error instanceof Error && 'code' in error ? ` (${error.code})` : ''}`;
  }
}

/** Undefined for what is not JSON: a file that cannot be read is a file that is not there. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
