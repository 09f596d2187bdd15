import type { FileOutcome, UploadedFile } from '../../domain/ingest-job.ts';
import type { StoredDocument } from '../passage-index.port.ts';
import { type FilePlan, type IngestOptions, planFile } from './plan-file.ts';

/** Passages stored in one transaction: more go in faster, fewer keep searches waiting less. */
const PASSAGES_AT_ONCE = 300;

/** What became of a file, or why nothing did. */
export type FileResult = { outcome: Omit<FileOutcome, 'reason'> } | { error: unknown };

/**
 * Brings the index in line with some files: new and changed documents go in, those the files no longer hold go out. They
 * are stored together, because many small transactions are slow; one that cannot be stored is told from the rest.
 */
export async function ingestFiles(
  files: readonly UploadedFile[],
  options: IngestOptions,
): Promise<FileResult[]> {
  const plans = await Promise.all(files.map((file) => attempt(() => planFile(file, options))));
  const sound = plans.flatMap((plan) => ('error' in plan ? [] : [plan]));
  const together = await attempt(() => apply(sound, options));
  const results: FileResult[] = [];
  for (const plan of plans) {
    if ('error' in plan) results.push(plan);
    else {
      const applied = 'error' in together ? await attempt(() => apply([plan], options)) : together;
      results.push('error' in applied ? applied : { outcome: plan.outcome });
    }
  }
  return results;
}

async function apply(
  plans: readonly FilePlan[],
  { index, principal }: IngestOptions,
): Promise<Record<never, never>> {
  for (const batch of inBatches(plans.flatMap(({ changed }) => changed))) await index.replaceDocuments(batch);
  for (const id of plans.flatMap(({ vanished }) => vanished)) {
    await index.removeDocument(principal.tenant_id, id);
  }
  return {};
}

function* inBatches(documents: readonly StoredDocument[]): Generator<StoredDocument[]> {
  let batch: StoredDocument[] = [];
  let passages = 0;
  for (const stored of documents) {
    if (batch.length > 0 && passages + stored.passages.length > PASSAGES_AT_ONCE) {
      yield batch;
      batch = [];
      passages = 0;
    }
    batch.push(stored);
    passages += stored.passages.length;
  }
  if (batch.length > 0) yield batch;
}

async function attempt<Result extends object>(
  work: () => Promise<Result>,
): Promise<Result | { error: unknown }> {
  try {
    return await work();
  } catch (error) {
    return { error };
  }
}
