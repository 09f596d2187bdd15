import { resolveFollowUp } from '../../src/flows/shared/resolve-follow-up.ts';
import { foldDiacritics } from '../../src/language/fold-diacritics.ts';
import { loadSet, type Split } from './load-set.ts';
import { type SuiteReport, share } from './suite.ts';

interface Dialogue {
  id: string;
  split: Split;
  history: { role: 'user' | 'assistant'; content: string }[];
  message: string;
  is_follow_up: boolean;
  /** Of each, one must be in the question as it is searched for. */
  must_mention: string[][];
  must_not_mention: string[];
}

/** How many messages of a conversation are put into a question that holds what it must and nothing it must not. */
export function measureFollowUps(): SuiteReport {
  const dialogues = loadSet<Dialogue>('follow-ups');
  return {
    name: 'follow-ups',
    figures: [
      share('resolved', dialogues, isResolved, {
        floor: 0.75,
        describe: ({ id, message }) => `${id} ${message}`,
      }),
    ],
  };
}

function isResolved({ history, message, must_mention, must_not_mention }: Dialogue): boolean {
  const said = history.map(({ role, content }) => ({
    author: role === 'user' ? ('asker' as const) : ('galen' as const),
    text: content,
  }));
  const resolved = plain(resolveFollowUp(message, said).question);
  const mentions = (words: string) => resolved.includes(plain(words));
  return must_mention.every((group) => group.some(mentions)) && !must_not_mention.some(mentions);
}

function plain(text: string): string {
  return foldDiacritics(text).toLowerCase();
}
