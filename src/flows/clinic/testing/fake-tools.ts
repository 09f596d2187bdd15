import type { RankedPassage } from '../../../domain/passage.ts';
import { rankedPassage } from '../../../retrieval/testing/ranked-passage.ts';
import type { ToolCall, ToolResult, Tools } from '../../../tools/tools.port.ts';

export interface MadeCall {
  name: string;
  args: unknown;
  call: ToolCall;
}

type Reply = Partial<Omit<ToolResult, 'tool'>>;
export type ToolScript = Readonly<Record<string, Reply | ((args: unknown, nth: number) => Reply)>>;

/** Tools that answer as scripted, by name; what is not scripted finds nothing. Every call is kept. */
export function fakeTools(script: ToolScript = {}): Tools & { calls: MadeCall[] } {
  const calls: MadeCall[] = [];
  return {
    calls,
    list: async () => [],
    async call(name, args, call) {
      calls.push({ name, args, call });
      const nth = calls.filter((made) => made.name === name).length;
      const scripted = script[name];
      const reply = typeof scripted === 'function' ? scripted(args, nth) : scripted;
      return { ...NOTHING, tool: name, ...reply };
    },
    close: async () => {},
  };
}

/** A result with one passage for each text, each of a document of its own. */
export function found(...texts: (string | { title: string; text: string })[]): Reply {
  const passages = texts.map((given, i): RankedPassage => {
    const { title, text } = typeof given === 'string' ? { title: given.slice(0, 40), text: given } : given;
    return rankedPassage({ document: { id: `doc-${i}-${title}`, title, text }, scores: { relevance: 1 } });
  });
  return { status: 'ok', reason: null, strategy: null, message: FOUND, passages };
}

export function unavailable(strategy: 'retry_same' | 'skip' = 'skip'): Reply {
  return { status: 'unavailable', reason: 'no-connection', strategy, message: UNREACHED };
}

const FOUND = { en: 'It was looked up.', vi: 'Đã tra cứu.' };
const UNREACHED = {
  en: 'openFDA is unavailable: it could not be reached. Nothing was checked; this does not mean that nothing was found.',
  vi: 'openFDA không dùng được: không kết nối được. Chưa kiểm tra được gì; điều này không có nghĩa là không tìm thấy.',
};
const NOTHING: ToolResult = {
  tool: '',
  status: 'not-found',
  reason: 'nothing',
  strategy: 'skip',
  message: { en: 'It was searched and nothing was found.', vi: 'Đã tìm và không thấy gì.' },
  unchecked: null,
  output: null,
  documents: [],
  passages: [],
  sources: [],
  sent: [],
  quarantined: [],
};
