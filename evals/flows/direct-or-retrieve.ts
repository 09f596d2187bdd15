import {
  certaintyOf,
  decideRetrieveOrAnswerTask,
} from '../../src/flows/consult/steps/decide-retrieve-or-answer.ts';
import { loadSet, type Split } from './load-set.ts';
import { type SuiteReport, share } from './suite.ts';

interface Item {
  id: string;
  split: Split;
  message: string;
  expected: 'direct' | 'retrieve';
}

/** Whether a message is answered at once or from the knowledge base, by rules; and whether rules are right where they are certain. */
export function measureDirectOrRetrieve(): SuiteReport {
  const items = loadSet<Item>('direct-or-retrieve');
  const describe = ({ id, message }: Item) => `${id} ${message}`;
  const isRight = ({ message, expected }: Item) => decided(message) === EXPECTED[expected];
  const certain = items.filter(({ message }) => certaintyOf(decided(message), message) !== null);
  return {
    name: 'direct-or-retrieve',
    figures: [
      share('right', items, isRight, { floor: 0.95, describe }),
      share('right where certain', certain, isRight, { floor: 0.98, describe }),
    ],
  };
}

const EXPECTED = { direct: 'direct_response', retrieve: 'retrieve_kb' } as const;

function decided(query: string) {
  const alone = {
    formatted_conversation_history: '',
    asked_before: [],
    was_asked: false,
    about_a_person: false,
  };
  return decideRetrieveOrAnswerTask.twin({ query, ...alone }).type;
}
