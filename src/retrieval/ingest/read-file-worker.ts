import { parentPort } from 'node:worker_threads';
import { GalenError } from '../../domain/errors.ts';
import { type ReadReply, ReadRequest } from './read-file.ts';
import { readFormat } from './read-format.ts';

// The thread that reads files, one after the other. Whoever started it kills it when a file takes too much.
parentPort?.on('message', async (message: unknown) => {
  parentPort?.postMessage(await answer(ReadRequest.parse(message)));
});

async function answer({ format, ...file }: ReadRequest): Promise<ReadReply> {
  try {
    return { type: 'parsed', file: await readFormat(format, file) };
  } catch (error) {
    const known = error instanceof GalenError ? error : null;
    return {
      type: 'failed',
      code: known?.code === 'DOCUMENT_TOO_LARGE' ? 'DOCUMENT_TOO_LARGE' : 'DOCUMENT_UNREADABLE',
      problem: String(known?.details.problem ?? `it is damaged, or not ${format}`),
    };
  }
}
