import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a fake service does with one request. */
export type ApiReply =
  | { kind: 'json'; body: unknown }
  | { kind: 'text'; body: string; status?: number; headers?: Record<string, string> }
  /** Takes the request and never answers. */
  | { kind: 'hangs' }
  /** Promises more than it sends, then closes. */
  | { kind: 'cuts'; body: string };

export interface FakeApi {
  url: string;
  /** Path and query of each request, decoded. */
  asked: string[];
  /** The parameters of each request. */
  params: URLSearchParams[];
  reply(next: (path: string, params: URLSearchParams, index: number) => ApiReply): void;
  close(): Promise<void>;
}

/** A service outside, on this machine: it answers as it is told and remembers what it was asked. */
export async function startFakeApi(): Promise<FakeApi> {
  const asked: string[] = [];
  const params: URLSearchParams[] = [];
  let answer: (path: string, params: URLSearchParams, index: number) => ApiReply = () => json({});
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(`${url.pathname}?${[...url.searchParams].map(([key, value]) => `${key}=${value}`).join('&')}`);
    params.push(url.searchParams);
    const reply = answer(url.pathname, url.searchParams, asked.length - 1);
    if (reply.kind === 'hangs') return;
    if (reply.kind === 'cuts') {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': reply.body.length + 500,
      });
      response.write(reply.body, () => response.destroy());
      return;
    }
    const body = reply.kind === 'json' ? JSON.stringify(reply.body) : reply.body;
    const headers = reply.kind === 'text' ? (reply.headers ?? {}) : {};
    response.writeHead(reply.kind === 'text' ? (reply.status ?? 200) : 200, {
      'content-type': 'application/json',
      ...headers,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    params,
    reply(next) {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const json = (body: unknown): ApiReply => ({ kind: 'json', body });
export const text = (body: string, status = 200, headers: Record<string, string> = {}): ApiReply => ({
  kind: 'text',
  body,
  status,
  headers,
});
