import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a fake model server does with one request. */
export type Reply =
  | { kind: 'says'; text: string; finish: 'stop' | 'length' | 'content-filter' }
  | { kind: 'status'; status: number; headers: Record<string, string> }
  /** Says nothing for a while, then all of it. */
  | { kind: 'says-late'; text: string; afterMs: number }
  /** Streams word by word with a pause before each, which may change on the way. */
  | { kind: 'speaks-slowly'; text: string; gapMs: number | (() => number) }
  /** Takes the request and never answers. */
  | { kind: 'hangs' }
  | { kind: 'hangs-after-headers' }
  /** Sends half of its answer, then nothing. */
  | { kind: 'stalls'; text: string }
  /** Sends half of its answer, then resets the connection. */
  | { kind: 'cuts'; text: string }
  /** Sends half of its answer, then ends as if all were well. */
  | { kind: 'ends-early'; text: string }
  /** Answers 200 with a body, or a stream, that is not JSON. */
  | { kind: 'garbles' }
  /** One byte a second. */
  | { kind: 'trickles'; text: string }
  /** A body as it stands: for what no honest answer looks like. */
  | { kind: 'sends'; body: string };

export const says = (text: string, finish: 'stop' | 'length' | 'content-filter' = 'stop'): Reply => ({
  kind: 'says',
  text,
  finish,
});
export const status = (code: number, headers: Record<string, string> = {}): Reply => ({
  kind: 'status',
  status: code,
  headers,
});

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  /** All of the body as text: to look for what must, or must not, be in it. */
  text: string;
}

/** Replies in order, the last one for all that follow; or a function of the request. */
export type Script = readonly Reply[] | ((request: ReceivedRequest, index: number) => Reply | Promise<Reply>);

export interface FakeModelServer {
  /** Such as http://127.0.0.1:40123 */
  url: string;
  requests: ReceivedRequest[];
  script(next: Script): void;
  close(): Promise<void>;
}

/** How one provider puts answers on the wire. */
export interface WireFormat {
  isStream(request: ReceivedRequest): boolean;
  streamType: string;
  whole(answer: SaidText): string;
  /** The pieces of a streamed answer; the last `closing` of them end it. */
  pieces(answer: SaidText): string[];
  closing: number;
  garbled: string;
  error(status: number): string;
}

export interface SaidText {
  text: string;
  finish: 'stop' | 'length' | 'content-filter';
}

/** A local HTTP server that speaks a provider's wire format and fails as told. */
export async function startFakeModelServer(wire: WireFormat, script: Script): Promise<FakeModelServer> {
  let current = script;
  let served = 0;
  const requests: ReceivedRequest[] = [];
  const timers = new Set<NodeJS.Timeout>();

  const server = createServer(async (incoming, response) => {
    // Whether anybody is there: a server that hangs does not even say that.
    if (incoming.method === 'GET') {
      const next = typeof current === 'function' ? null : current[Math.min(served, current.length) - 1];
      if (next?.kind !== 'hangs') response.writeHead(404).end();
      return;
    }
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const request = { path: incoming.url ?? '', headers: incoming.headers, body: JSON.parse(text), text };
    requests.push(request);
    const reply =
      typeof current === 'function'
        ? current(request, served)
        : current[Math.min(served, current.length - 1)];
    served += 1;
    if (reply === undefined) throw new Error('The fake model server has no reply left.');
    perform(await reply, wire, request, response, timers);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is an AddressInfo once it listens.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    script(next) {
      current = next;
      served = 0;
    },
    close: () =>
      new Promise((resolve) => {
        for (const timer of timers) clearInterval(timer);
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function perform(
  reply: Reply,
  wire: WireFormat,
  request: ReceivedRequest,
  response: ServerResponse,
  timers: Set<NodeJS.Timeout>,
): void {
  const stream = wire.isStream(request);
  const begin = () =>
    response.writeHead(200, { 'content-type': stream ? wire.streamType : 'application/json' });
  const body = (answer: SaidText) => (stream ? wire.pieces(answer).join('') : wire.whole(answer));
  const half = (text: string) => {
    const answer: SaidText = { text, finish: 'stop' };
    if (!stream) return wire.whole(answer).slice(0, 40);
    return wire.pieces(answer).slice(0, -wire.closing).join('');
  };

  switch (reply.kind) {
    case 'says':
      begin();
      if (!stream) return void response.end(wire.whole(reply));
      for (const piece of wire.pieces(reply)) response.write(piece);
      return void response.end();
    case 'says-late': {
      const timer = setTimeout(() => {
        begin();
        response.end(body({ text: reply.text, finish: 'stop' }));
      }, reply.afterMs);
      timers.add(timer);
      return void response.on('close', () => clearTimeout(timer));
    }
    case 'status':
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      return void response.end(wire.error(reply.status));
    case 'speaks-slowly': {
      begin();
      const pieces = wire.pieces({ text: reply.text, finish: 'stop' });
      const { gapMs } = reply;
      const sayNext = () => {
        const timer = setTimeout(
          () => {
            timers.delete(timer);
            const piece = pieces.shift();
            if (response.destroyed) return;
            if (piece === undefined) return void response.end();
            response.write(piece);
            sayNext();
          },
          typeof gapMs === 'number' ? gapMs : gapMs(),
        );
        timers.add(timer);
      };
      sayNext();
      return;
    }
    case 'hangs':
      return;
    case 'hangs-after-headers':
      begin();
      return void response.flushHeaders();
    case 'stalls':
      begin();
      return void response.write(half(reply.text));
    case 'cuts':
      begin();
      return void response.write(half(reply.text), () => response.destroy());
    case 'ends-early':
      begin();
      return void response.end(half(reply.text));
    case 'garbles':
      begin();
      return void response.end(wire.garbled);
    case 'sends':
      begin();
      return void response.end(reply.body);
    case 'trickles': {
      begin();
      const bytes = Buffer.from(body({ text: reply.text, finish: 'stop' }));
      let sent = 0;
      const sendOne = () => {
        response.write(bytes.subarray(sent, sent + 1));
        sent += 1;
      };
      sendOne();
      const timer = setInterval(sendOne, 1_000);
      timers.add(timer);
      response.on('close', () => clearInterval(timer));
    }
  }
}
