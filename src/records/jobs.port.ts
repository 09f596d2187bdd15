import type { Principal } from '../domain/access.ts';
import type { FileOutcome, IngestJob, IngestSettings, UploadedFile } from '../domain/ingest-job.ts';

/** Some files of a job, to be dealt with on behalf of whoever made the job; an outcome for each, in their order. */
export interface IngestTask {
  principal: Principal;
  settings: IngestSettings;
  files: readonly UploadedFile[];
}

export interface JobWorker {
  /** A file that fails for good is an outcome. What is thrown is tried again later. It may be given a file twice. */
  ingest(task: IngestTask): Promise<FileOutcome[]>;
  /** After the last file of a stretch of work. */
  settle(): Promise<void>;
}

/** Work that outlives the request, and the process, that asked for it. */
export interface Jobs {
  /** Stores the files and the wish to ingest them, both or neither. */
  enqueue(principal: Principal, settings: IngestSettings, files: readonly UploadedFile[]): Promise<string>;
  /** A job of the principal's own; anyone else's does not exist for them. */
  get(principal: Principal, id: string): Promise<IngestJob | null>;
  /** Deals with jobs, some files after the other, until `close`. As sole owner it first takes up what a crash left. */
  work(worker: JobWorker, options: { soleOwner: boolean }): void;
  /** Ends after the files in hand; the rest waits for the next worker. */
  close(): Promise<void>;
}
