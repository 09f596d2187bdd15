import type { Worker } from 'node:worker_threads';
import { MeaningError, type MeaningOptions, type ModelName } from './meaning.port.ts';

export interface MeaningRequest {
  model: ModelName;
  /** One text, or two that are read together; the parts go on the second, and each is judged on its own as well. */
  texts: { first: string; second?: string; parts?: readonly string[] }[];
  /** Of a single text; as many as the model takes unless told. */
  rows?: number;
}

export type MeaningReply = { outputs: Float32Array<ArrayBuffer>; sizes: number[] } | { problem: string };

export interface WorkerPool {
  run(request: MeaningRequest, options: MeaningOptions): Promise<Float32Array[]>;
  close(): Promise<void>;
}

interface Job {
  request: MeaningRequest;
  background: boolean;
  resolve(outputs: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Threads are started when there is work, and one that dies or exceeds the deadline is ended; its place is free for a new one. */
export function createWorkerPool(settings: {
  threads: number;
  deadlineMs: number;
  start(): Worker;
}): WorkerPool {
  const idle = new Set<Worker>();
  const busy = new Map<Worker, { fail(error: MeaningError): void }>();
  const queue: Job[] = [];
  let isClosed = false;

  return {
    run(request, { signal, background = false }) {
      if (isClosed) return Promise.reject(new MeaningError('closed', 'the models are closed'));
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const job: Job = { request, background, resolve, reject };
        // A thread that has begun finishes: a batch is short.
        const onAbort = () => {
          const at = queue.indexOf(job);
          if (at >= 0) queue.splice(at, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        const settle =
          <T>(act: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', onAbort);
            act(value);
          };
        job.resolve = settle(resolve);
        job.reject = settle(reject);
        enqueue(job);
        dispatch();
      });
    },

    async close() {
      isClosed = true;
      const closed = new MeaningError('closed', 'the models are closed');
      for (const job of queue.splice(0)) job.reject(closed);
      const workers = [...idle, ...busy.keys()];
      for (const { fail } of [...busy.values()]) fail(closed);
      idle.clear();
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };

  function enqueue(job: Job): void {
    const behind = job.background ? -1 : queue.findIndex(({ background }) => background);
    if (behind < 0) queue.push(job);
    else queue.splice(behind, 0, job);
  }

  function dispatch(): void {
    while (queue.length > 0 && !isClosed) {
      const [free] = idle;
      if (!free && busy.size >= settings.threads) return;
      const job = queue.shift();
      if (!job) return;
      if (free) idle.delete(free);
      work(free ?? settings.start(), job);
    }
  }

  function work(worker: Worker, { request, resolve, reject }: Job): void {
    const fail = (error: MeaningError) => {
      release();
      // It may still fail while it is being ended; nobody waits for it any more.
      worker.on('error', () => {});
      void worker.terminate();
      reject(error);
      dispatch();
    };
    const onMessage = (reply: MeaningReply) => {
      release();
      idle.add(worker);
      worker.unref();
      // Otherwise an idle thread that dies would be handed the next job, and an error would end the process.
      worker.once('error', () => idle.delete(worker)).once('exit', () => idle.delete(worker));
      if ('problem' in reply) reject(new MeaningError('failed', reply.problem));
      else resolve(rowsOf(reply));
      dispatch();
    };
    const onError = (error: Error) =>
      fail(new MeaningError('failed', `a model's thread failed: ${error.message}`));
    const onExit = () => fail(new MeaningError('failed', "a model's thread ended without an answer"));
    const deadline = setTimeout(
      () => fail(new MeaningError('timed-out', `a model took longer than ${settings.deadlineMs} ms`)),
      settings.deadlineMs,
    );
    const release = () => {
      clearTimeout(deadline);
      busy.delete(worker);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    for (const event of ['error', 'exit']) worker.removeAllListeners(event);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    busy.set(worker, { fail });
    worker.ref();
    worker.postMessage(request);
  }
}

function rowsOf({ outputs, sizes }: { outputs: Float32Array; sizes: number[] }): Float32Array[] {
  let end = 0;
  return sizes.map((size) => {
    end += size;
    return outputs.slice(end - size, end);
  });
}
