import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../domain/answer.ts';
import { namePeople } from './name-people.ts';

const NAMES = { '[NAME_1]': 'Nguyễn Thị Hoa', '[PHONE_1]': '0912345678' };

function answerWith(sentences: readonly string[], follow_up_questions: string[] = []) {
  const message = sentences.join(' ');
  const citations = sentences.map((text) => {
    const start_pos = message.indexOf(text);
    return { text, start_pos, end_pos: start_pos + text.length, source_index: 1, quote: 'q [NAME_1]' };
  });
  // A cast: only these parts are looked at.
  return { message, citations, follow_up_questions } as unknown as Answer;
}

describe('namePeople', () => {
  it('puts names back where the asker is told them, and every citation still covers its sentence', () => {
    const answer = answerWith(
      ['[NAME_1] may take it.', 'Call [PHONE_1].', 'See [NAME_1] again.'],
      ['Is [NAME_1] well?'],
    );
    const named = namePeople(answer, NAMES, []);
    expect(named.message).toBe('Nguyễn Thị Hoa may take it. Call 0912345678. See Nguyễn Thị Hoa again.');
    expect(named.follow_up_questions).toEqual(['Is Nguyễn Thị Hoa well?']);
    expect(named.citations.map(({ text }) => text)).toEqual([
      'Nguyễn Thị Hoa may take it.',
      'Call 0912345678.',
      'See Nguyễn Thị Hoa again.',
    ]);
    for (const { text, start_pos, end_pos } of named.citations) {
      expect(named.message.slice(start_pos, end_pos)).toBe(text);
    }
  });

  it('leaves a token that may be somebody else: one of a source or of an earlier turn', () => {
    const answer = answerWith(['[NAME_1] and [PHONE_1].']);
    const named = namePeople(answer, NAMES, ['A note about [NAME_1].']);
    expect(named.message).toBe('[NAME_1] and 0912345678.');
  });

  it('leaves tokens that the asker did not bring, and the words of sources', () => {
    const named = namePeople(answerWith(['[NAME_2] and [NAME_1].']), NAMES, []);
    expect(named.message).toBe('[NAME_2] and Nguyễn Thị Hoa.');
    expect(named.citations[0]?.quote).toBe('q [NAME_1]');
  });

  it('keeps citations on their sentences for any names', () => {
    const sentence = fc.constantFrom('[NAME_1] a.', 'B [NAME_1] [PHONE_1].', 'C.', '[NAME_9] d.');
    fc.assert(
      fc.property(fc.uniqueArray(sentence), fc.string(), fc.string(), (sentences, name, phone) => {
        const named = namePeople(answerWith(sentences), { '[NAME_1]': name, '[PHONE_1]': phone }, []);
        for (const [i, { text, start_pos, end_pos }] of named.citations.entries()) {
          const expected = sentences[i]
            ?.replaceAll('[NAME_1]', () => name)
            .replaceAll('[PHONE_1]', () => phone);
          // A name may hold what looks like a token: it is put back as it was, once.
          if (!/\[/u.test(name + phone)) expect(text).toBe(expected);
          expect(named.message.slice(start_pos, end_pos)).toBe(text);
        }
      }),
    );
  });
});
