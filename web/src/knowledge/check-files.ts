import type { UploadLimits } from '../../../src/domain/ingest-job.ts';
import type { Texts } from '../text/texts.en.ts';

export interface RefusedFile {
  name: string;
  problem: keyof Texts['knowledge']['refused'];
}

/** Which of the chosen files may be sent together, and why the others may not: said before anything is on its way. */
export function checkFiles<Chosen extends Pick<File, 'name' | 'size'>>(
  files: readonly Chosen[],
  limits: UploadLimits,
): { accepted: Chosen[]; refused: RefusedFile[] } {
  const accepted: Chosen[] = [];
  const refused: RefusedFile[] = [];
  let bytes = 0;
  for (const file of files) {
    const problem = problemOf(file.size);
    if (problem === null) {
      accepted.push(file);
      bytes += file.size;
    } else refused.push({ name: file.name, problem });
  }
  return { accepted, refused };

  function problemOf(size: number): RefusedFile['problem'] | null {
    if (size === 0) return 'empty';
    if (size > limits.file_bytes) return 'too-large';
    if (accepted.length === limits.files) return 'too-many';
    // The form around the files takes a little itself.
    return bytes + size > limits.request_bytes * 0.99 ? 'no-room' : null;
  }
}
