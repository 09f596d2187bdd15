import { type ReceivedRequest, type Reply, says, status } from '../../llm/testing/fake-model-server.ts';

/** The tasks of the desk that ask a model, each told by the words of its system prompt. */
const TASKS = {
  route: 'You send a question from hospital staff',
  summarise: 'You sum up what a department of a hospital found',
  compose: 'You answer a colleague at a hospital from statements',
} as const;
type DeskModelTask = keyof typeof TASKS;

export interface DeskModelScript {
  /** What the router says, as it says it. */
  route: unknown;
}

export function taskOf({ text }: ReceivedRequest): DeskModelTask | null {
  const names = Object.keys(TASKS) as DeskModelTask[];
  return names.find((name) => text.includes(TASKS[name])) ?? null;
}

/** A model that plays its part in a desk turn: it routes as told, sums up, and repeats sources in its own order. */
export function deskModel({ route }: DeskModelScript): (request: ReceivedRequest) => Reply {
  return (request) => {
    const user = JSON.parse(request.text).messages.at(-1).content as string;
    const fenced = [...user.matchAll(/<<begin (.+?) \w+>>\n([\s\S]*?)\n<<end \w+>>/gu)].map(
      ([, name = '', text = '']) => ({ name, text }),
    );
    switch (taskOf(request)) {
      case 'route':
        return says(JSON.stringify(route));
      case 'summarise':
        return says(JSON.stringify({ summary: fenced[0]?.text ?? '' }));
      case 'compose':
        return says(
          fenced
            .filter(({ name }) => name.startsWith('source'))
            .map(({ name, text }) => `${text} [${name.slice(7)}]`)
            .join(' '),
        );
      default:
        return status(500);
    }
  };
}
