import { describe, expect, it } from 'vitest';
import type { Message } from '../../domain/run-record.ts';
import { resolveFollowUp } from './resolve-follow-up.ts';

const said = (author: Message['author'], text: string): Message => ({
  id: text,
  run_id: 'r',
  author,
  text,
  answer: null,
  created_at: '',
});
const HISTORY = [said('asker', 'What are the side effects of metformin?'), said('galen', 'Diarrhoea.')];

describe('resolveFollowUp', () => {
  it.each([
    'And what is the usual dose?',
    'Is it safe in kidney disease?',
    'What about children?',
    'Còn trẻ em thì sao?',
  ])('puts what was asked before in front of "%s"', (question) => {
    expect(resolveFollowUp(question, HISTORY)).toBe(`What are the side effects of metformin? ${question}`);
  });

  it('leaves a question alone that stands by itself, or has nothing before it', () => {
    expect(resolveFollowUp('Does aspirin prevent pre-eclampsia?', HISTORY)).toBe(
      'Does aspirin prevent pre-eclampsia?',
    );
    expect(resolveFollowUp('And the dose?', [])).toBe('And the dose?');
  });
});
