import type { Embedder } from '../embedder.port.ts';

/** A vector for each text, or nothing for any of them where the embedder failed: they wait, and are found by words meanwhile. */
export async function embedPassages(
  { embedder, logProblem }: { embedder: Embedder; logProblem: (problem: string, error: unknown) => void },
  texts: readonly { title: string; text: string }[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  try {
    const vectors = await embedder.embed(
      texts.map(({ title, text }) => `${title}\n${text}`),
      { kind: 'passage', signal },
    );
    return texts.map((_, i) => {
      const vector = vectors[i];
      return vector?.length === embedder.dimensions && vector.every(Number.isFinite) ? vector : null;
    });
  } catch (error) {
    logProblem('passages were stored without vectors', error);
    return texts.map(() => null);
  }
}
