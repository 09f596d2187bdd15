import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { createHashEmbedder } from '../models/hash-embedder.ts';

/** What the server does with one request. */
export type Reply =
  | 'answers'
  /** Takes the request and never answers. */
  | 'hangs'
  | { status: number; headers?: Record<string, string> }
  /** 200 with this body. */
  | { sends: string }
  /** Its honest answer, changed. */
  | { changes: (answer: string) => string };

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

export interface FakeSearchServer {
  /** Such as http://127.0.0.1:40123 */
  url: string;
  requests: ReceivedRequest[];
  /** Requests that are waiting for an answer, whose client has not gone. */
  open(): number;
  /** Replies in order, the last one for all that follow. */
  script(...replies: Reply[]): void;
  close(): Promise<void>;
}

/**
 * Embeds and reranks over HTTP as Ollama, OpenAI-compatible servers, Cohere, Jina and text-embeddings-inference do.
 * It takes nothing but what they document, and gives vectors of words that are not yet of length 1.
 */
export async function startFakeSearchServer(): Promise<FakeSearchServer> {
  let replies: readonly Reply[] = ['answers'];
  let served = 0;
  let open = 0;
  const requests: ReceivedRequest[] = [];

  const server = createServer(async (incoming, response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text) };
    requests.push(request);
    const reply = replies[Math.min(served, replies.length - 1)] ?? 'answers';
    served += 1;
    await perform(reply, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is an AddressInfo once it listens.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    open: () => open,
    script(...next) {
      replies = next;
      served = 0;
      requests.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function perform(reply: Reply, request: ReceivedRequest, response: ServerResponse): Promise<void> {
  if (reply === 'hangs') return;
  if (reply !== 'answers' && 'status' in reply) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    // As some servers do: what was sent comes back in the error.
    return void response.end(JSON.stringify({ error: `refused: ${JSON.stringify(request.body)}` }));
  }
  if (reply !== 'answers' && 'sends' in reply) return void response.end(reply.sends);
  const honest = await answerTo(request);
  response.writeHead(honest.status, { 'content-type': 'application/json' });
  response.end(reply === 'answers' ? honest.text : reply.changes(honest.text));
}

const OllamaEmbed = z.strictObject({ model: z.string(), input: z.array(z.string()).min(1) });
const OpenAiEmbed = OllamaEmbed.extend({ encoding_format: z.literal('float') });
const Rerank = z
  .strictObject({
    model: z.string(),
    query: z.string(),
    documents: z.array(z.string()).min(1),
    top_n: z.number().int().positive(),
  })
  .refine(({ documents, top_n }) => top_n <= documents.length);
const TeiRerank = z.strictObject({
  query: z.string(),
  // Its documented limit for one request.
  texts: z.array(z.string()).min(1).max(32),
  truncate: z.boolean(),
});

async function answerTo({ path, body }: ReceivedRequest): Promise<{ status: number; text: string }> {
  const ok = (answer: unknown) => ({ status: 200, text: JSON.stringify(answer) });
  const ollama = OllamaEmbed.safeParse(body);
  if (path === '/api/embed' && ollama.success) {
    const { model, input } = ollama.data;
    return ok({ model, embeddings: await vectorsOf(input), total_duration: 14_143_917, load_duration: 1 });
  }
  const openAi = OpenAiEmbed.safeParse(body);
  if (path === '/v1/embeddings' && openAi.success) {
    const vectors = await vectorsOf(openAi.data.input);
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }));
    // Not in order: the index tells.
    return ok({ object: 'list', data: data.reverse(), model: openAi.data.model, usage: {} });
  }
  const rerank = Rerank.safeParse(body);
  if (['/v2/rerank', '/v1/rerank', '/rerank'].includes(path) && rerank.success) {
    const scored = await scoresOf(rerank.data.query, rerank.data.documents);
    const results = scored.map(({ index, score }) => ({ index, relevance_score: score }));
    return ok({ id: '1', results: results.slice(0, rerank.data.top_n), meta: {} });
  }
  const tei = TeiRerank.safeParse(body);
  if (path === '/rerank' && tei.success) return ok(await scoresOf(tei.data.query, tei.data.texts));
  return { status: 422, text: JSON.stringify({ error: 'unprocessable' }) };
}

const embedder = createHashEmbedder();

async function vectorsOf(texts: readonly string[]): Promise<number[][]> {
  const options = { kind: 'passage', signal: new AbortController().signal } as const;
  return (await embedder.embed(texts, options)).map((vector) => Array.from(vector, (value) => value * 3));
}

/** Best first. */
async function scoresOf(query: string, texts: readonly string[]) {
  const [asked = [], ...vectors] = await vectorsOf([query, ...texts]);
  return vectors
    .map((vector, index) => ({
      index,
      score: Math.max(0, vector.reduce((sum, value, i) => sum + value * (asked[i] ?? 0), 0) / 9),
    }))
    .sort((a, b) => b.score - a.score);
}
