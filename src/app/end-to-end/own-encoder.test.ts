import { rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMeaning } from '../../meaning/create-meaning.ts';
import { freshDataDir } from '../../records/testing/test-database.ts';
import type { FoundPassages } from '../search-request.ts';
import { readJson } from '../testing/read-json.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const PATIENCE = { timeout: 200_000, interval: 100 };
/** What the encoder is before it has learnt Vietnamese. */
const UNTRAINED = 'minilm-l6-v2';

const FILES = {
  'warfarin.md':
    '# Warfarin with NSAIDs\n\nIbuprofen, naproxen or diclofenac with warfarin makes bleeding likelier.',
  'hands.md': '# Hand hygiene\n\nWash your hands before you leave the ward.',
  'asthma.md': '# Asthma\n\nAn inhaled corticosteroid prevents attacks of asthma.',
  'iron.md': '# Iron\n\nTablets of iron are absorbed best on an empty stomach.',
  'warfarin.vi.md':
    '# Warfarin và NSAID\n\nIbuprofen hoặc diclofenac dùng cùng warfarin làm tăng nguy cơ xuất huyết.',
  'tay.vi.md': '# Vệ sinh tay\n\nRửa tay trước khi rời khoa.',
  'hen.vi.md': '# Hen\n\nCorticoid hít ngừa được cơn hen cấp.',
};

const meaning = await createMeaning();
const { encoder } = meaning.models;
const OWN = { GALEN_EMBED_MODEL: 'own', GALEN_SAMPLE_KNOWLEDGE: 'off' };

const search = (running: RunningGalen, query: string, language = 'en') =>
  readJson<FoundPassages>(running.post('/v1/search', { query, language, limit: 3 }));
const embedderOf = async ({ galen }: RunningGalen) => (await galen.passages.state()).embedder;

async function ingest(running: RunningGalen): Promise<void> {
  const form = new FormData();
  for (const [name, text] of Object.entries(FILES)) form.append('files', new Blob([text]), name);
  form.append('collection', 'notes');
  form.append('scope', 'public');
  const headers = { 'x-galen-as': 'owner' };
  const response = await fetch(`${running.url}/v1/documents`, { method: 'POST', body: form, headers });
  const { job_id } = await readJson<{ job_id: string }>(response);
  await vi.waitFor(async () => {
    const job = await readJson<{ state: string }>(fetch(`${running.url}/v1/jobs/${job_id}`, { headers }));
    expect(job.state).toBe('done');
  }, PATIENCE);
}

/** Until every passage has its vector. */
const vectorsMade = (running: RunningGalen) =>
  vi.waitFor(async () => {
    const { passages } = await search(running, 'bleeding hands asthma stomach');
    expect(passages).toHaveLength(3);
    expect(passages.every(({ scores }) => scores.cosine !== null)).toBe(true);
    expect(running.galen.indexing()).toBeNull();
  }, PATIENCE);

describe.skipIf(encoder.status !== 'ready')(`with our own encoder (${encoder.status})`, () => {
  let folder: string;
  let running: RunningGalen;
  beforeAll(async () => {
    folder = await freshDataDir();
    running = await startGalen({ ...OWN, GALEN_DATA_DIR: folder });
    await ingest(running);
  });
  afterAll(async () => {
    await running.stop();
    await rm(folder, { recursive: true });
  });

  it('finds by words at once, and by meaning as soon as the vectors are made', async () => {
    expect((await search(running, 'warfarin bleeding')).passages[0]?.document.title).toBe(
      'Warfarin with NSAIDs',
    );
    await vectorsMade(running);
    const { passages, degraded } = await search(
      running,
      'blood thinner and painkiller for arthritis together',
    );
    expect(degraded).toBeNull();
    // Its Vietnamese sister says the same, and may come first.
    expect(passages[0]?.document.title).toMatch(/^Warfarin (?:with NSAIDs|và NSAID)$/u);
    expect(passages[0]?.scores.lexical).toBe(0);
    expect(await readJson(fetch(`${running.url}/readyz`))).toEqual({ status: 'ok', indexing: null });
  });

  it.skipIf(encoder.status === 'ready' && encoder.version === UNTRAINED)(
    'finds in Vietnamese too, once the encoder has learnt it',
    async () => {
      await vectorsMade(running);
      const query = 'thuốc chống đông máu và thuốc giảm đau khớp uống chung';
      const { passages } = await search(running, query, 'vi');
      expect(passages[0]?.document.title).toMatch(/^Warfarin/u);
    },
  );

  it('makes the index anew beside the old one when the embedder changes, there and back', async () => {
    await vectorsMade(running);
    await running.stop();
    running = await startGalen({ ...OWN, GALEN_DATA_DIR: folder, GALEN_EMBED_MODEL: 'hash' });
    expect(await embedderOf(running)).toBe('hash-1');
    await running.stop();
    running = await startGalen({ ...OWN, GALEN_DATA_DIR: folder });
    expect((await search(running, 'warfarin bleeding')).passages[0]?.document.title).toMatch(/^Warfarin/u);
    await vi.waitFor(async () => expect(await embedderOf(running)).toMatch(/^galen\/encoder@/u), PATIENCE);
    await vectorsMade(running);
  });
});

describe.skipIf(encoder.status !== 'ready')('with threads that die', () => {
  it('searches by words alone and says so', async () => {
    const dying = await createMeaning({
      startWorker: () => new Worker('process.exit(1)', { eval: true }),
    });
    const running = await startGalen(OWN, { meaning: dying });
    try {
      await ingest(running);
      const { passages, degraded } = await search(running, 'warfarin bleeding');
      expect(degraded).toMatch(/^embedder galen\/encoder@.+: SEARCH_MODEL_FAILED$/u);
      expect(passages[0]?.document.title).toBe('Warfarin with NSAIDs');
    } finally {
      await running.stop();
    }
  });
});
