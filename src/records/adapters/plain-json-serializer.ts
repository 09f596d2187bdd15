import type { SerializerProtocol } from '@langchain/langgraph-checkpoint';

/**
 * Checkpoints as plain JSON. The stock serializer makes objects of whatever in a state looks like
 * `{"lc":1,"type":"constructor",…}`, and a state holds what users and documents say.
 */
export const plainJsonSerializer: SerializerProtocol = {
  async dumpsTyped(data: unknown) {
    if (data instanceof Uint8Array) return ['bytes', data];
    // JSON has no word for it, and null is something else.
    if (data === undefined) return ['undefined', new Uint8Array()];
    return ['json', new TextEncoder().encode(JSON.stringify(data, replaceErrors))];
  },

  async loadsTyped(type, data) {
    if (type === 'undefined') return undefined;
    if (type === 'bytes') return typeof data === 'string' ? new TextEncoder().encode(data) : data;
    if (type !== 'json') throw new Error(`A checkpoint of unknown type "${type}"`);
    return JSON.parse(typeof data === 'string' ? data : new TextDecoder().decode(data));
  },
};

/** An error's own fields are hidden from JSON; LangGraph stores a failed step's error and shows its message. */
function replaceErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}
