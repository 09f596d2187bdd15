import type { EmbedderTraits, EmbeddingModel } from './model-embedder.ts';
import { searchModelFailed } from './post-json.ts';
import { unitVectors } from './unit-vectors.ts';

/** A model may have to be loaded first; but Galen does not start before this is over. */
const LIMIT_MS = 20_000;
/** A model that brings related texts no nearer than this cannot be searched with. */
const LEAST_GAP = 0.05;

/** Questions with the sentence that answers each; within a language, those of different questions have nothing in common. */
const PAIRS: Readonly<Record<'en' | 'vi', readonly (readonly [string, string])[]>> = {
  en: [
    ['Does metformin lower vitamin B12?', 'Long-term metformin use lowers the level of vitamin B12.'],
    ['How is a broken wrist treated?', 'A broken wrist is treated with a cast for about six weeks.'],
    ['What are the signs of a stroke?', 'A drooping face and a weak arm are signs of a stroke.'],
    ['Should newborns be screened for deafness?', 'Screening newborns finds deafness early enough to treat.'],
  ],
  vi: [
    ['Uống sắt lúc nào là tốt nhất?', 'Nên uống viên sắt lúc bụng đói để hấp thu tốt nhất.'],
    ['Dấu hiệu của sốt xuất huyết là gì?', 'Sốt cao và chấm đỏ dưới da là dấu hiệu của sốt xuất huyết.'],
    ['Trẻ bị hen có nên tập thể dục không?', 'Trẻ bị hen vẫn nên tập thể dục khi bệnh được kiểm soát.'],
    ['Làm sao để phòng sâu răng?', 'Đánh răng với kem có fluor giúp phòng sâu răng.'],
  ],
};

/** Learns a model's dimensions, and what its cosines mean, from one batch of fixed sentences. */
export async function calibrateEmbedding(model: EmbeddingModel, limitMs = LIMIT_MS): Promise<EmbedderTraits> {
  const pairs = [...PAIRS.en, ...PAIRS.vi];
  const texts = [
    ...pairs.map(([question]) => model.prefixes.query + question),
    ...pairs.map(([, answer]) => model.prefixes.passage + answer),
  ];
  const raw = await model.embedBatch(texts, { limitMs, signal: new AbortController().signal });
  const dimensions = raw[0]?.length ?? 0;
  const vectors = unitVectors(raw, { name: model.name, count: texts.length, dimensions });

  const same: number[] = [];
  const unrelated: number[] = [];
  for (const [i, question] of vectors.slice(0, pairs.length).entries()) {
    for (const [j, answer] of vectors.slice(pairs.length).entries()) {
      if (i === j) same.push(dot(question, answer));
      else if (i < PAIRS.en.length === j < PAIRS.en.length) unrelated.push(dot(question, answer));
    }
  }
  const scale = { unrelated: mean(unrelated), same: mean(same) };
  if (!(scale.same - scale.unrelated >= LEAST_GAP)) {
    throw searchModelFailed(model.name, 'its vectors do not tell related texts from unrelated ones');
  }
  return { dimensions, scale };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
