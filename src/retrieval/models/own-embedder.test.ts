import { afterAll, describe, expect, it } from 'vitest';
import { createMeaning } from '../../meaning/create-meaning.ts';
import { type Meaning, MeaningError } from '../../meaning/meaning.port.ts';
import { embedderContract } from '../embedder.contract.ts';
import { calibrateEmbedding, openEmbedder } from './open-search-models.ts';
import { createOwnEmbedder } from './own-embedder.ts';

const SETTINGS = {
  url: undefined,
  apiKey: undefined,
  dimensions: undefined,
  prefixes: { query: '', passage: '' },
  folder: '/nowhere',
};
const signal = new AbortController().signal;
const meaning = await createMeaning({ deadlineMs: 60_000 });
const state = meaning.models.encoder;
afterAll(() => meaning.close());

if (state.status !== 'ready') {
  it('ships', () => expect(state.status).toBe('ready'));
} else {
  embedderContract('our own encoder', async () => ({
    embedder: createOwnEmbedder(meaning, state),
    close: async () => undefined,
  }));

  it('has the scale that calibration gives for the encoder that ships', async () => {
    const embedder = createOwnEmbedder(meaning, state);
    const measured = await calibrateEmbedding({
      name: embedder.id,
      prefixes: SETTINGS.prefixes,
      embedBatch: (texts) => meaning.encode(texts),
    });
    expect(measured.dimensions).toBe(embedder.dimensions);
    expect(embedder.scale.unrelated).toBeCloseTo(measured.scale.unrelated, 2);
    expect(embedder.scale.same).toBeCloseTo(measured.scale.same, 2);
  });

  it('is what opens where it is asked for', async () => {
    const { embedder, isReady } = await openEmbedder({ ...SETTINGS, model: 'own', meaning });
    expect(embedder.id).toBe(`galen/encoder@${state.version}`);
    expect(isReady).toBe(true);
  });
}

describe('our own embedder', () => {
  const failing = (error: Error): Pick<Meaning, 'encode'> => ({ encode: () => Promise.reject(error) });
  const shape = { version: 'x', dimensions: 4 };

  it('lets questions go before passages, and reads less of them', async () => {
    const asked: unknown[] = [];
    const embedder = createOwnEmbedder(
      {
        async encode(texts, options) {
          asked.push([options?.background, options?.rows]);
          return texts.map(() => new Float32Array(4));
        },
      },
      shape,
    );
    await embedder.embed(['a'], { kind: 'query', signal });
    await embedder.embed(['a'], { kind: 'passage', signal });
    expect(asked).toEqual([
      [false, 128],
      [true, 256],
    ]);
  });

  it('fails as every search model does, and stops for who gives up', async () => {
    const embedder = createOwnEmbedder(failing(new MeaningError('timed-out', 'too long')), shape);
    await expect(embedder.embed(['a'], { kind: 'query', signal })).rejects.toMatchObject({
      code: 'SEARCH_MODEL_FAILED',
    });
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(embedder.embed(['a'], { kind: 'query', signal: gone })).rejects.toThrow('gone');
  });

  it('refuses to start without its encoder where it was asked for, and leaves hashed words the default', async () => {
    const damaged: Meaning = {
      ...meaning,
      models: { ...meaning.models, encoder: { status: 'damaged', problem: 'no sum' } },
    };
    expect(await openEmbedder({ ...SETTINGS, model: undefined, meaning: null })).toMatchObject({
      embedder: { id: 'hash-1' },
      problem: null,
      isReady: true,
    });
    for (const given of [null, damaged]) {
      await expect(openEmbedder({ ...SETTINGS, model: 'own', meaning: given })).rejects.toMatchObject({
        code: 'CONFIG_INVALID',
      });
    }
    expect(await openEmbedder({ ...SETTINGS, model: 'hash', meaning })).toMatchObject({
      embedder: { id: 'hash-1' },
    });
  });
});
