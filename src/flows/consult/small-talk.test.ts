import { describe, expect, it } from 'vitest';
import { Language } from '../../domain/language.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { hasWordsOfItsOwn, recogniseSmallTalk } from '../../language/read-small-talk.ts';
import { CONSULT_ROLES } from './roles.ts';
import { directResponse } from './steps/decide-retrieve-or-answer.ts';

describe('recogniseSmallTalk', () => {
  it.each([
    ['Hello there!', 'greeting'],
    ['Dạ em chào bác sĩ ạ', 'greeting'],
    ['chao ban nhe', 'greeting'],
    ['ok thanks a lot 🙏', 'thanks'],
    ['Cám ơn bạn nhiều lắm', 'thanks'],
    ['Thanks, bye!', 'goodbye'],
    ['Chúc bạn một ngày tốt lành', 'goodbye'],
    ['Hi, how are you?', 'small_talk'],
    ['Bạn có phải là người thật không?', 'small_talk'],
    ['Hello, what can you do?', 'capabilities'],
    ['Bạn giúp được gì cho tôi?', 'capabilities'],
  ])('knows "%s" as %s', (message, kind) => {
    expect(recogniseSmallTalk(message)).toBe(kind);
  });

  it.each([
    'Hello, my tooth hurts',
    'Thanks, and what about children?',
    'Cảm ơn nhưng em vẫn còn chảy máu',
    'Thank you for explaining insulin, but how much should I take?',
    'good night snack for a diabetic',
    'insulin',
    '👋',
    '',
  ])('leaves "%s" to the knowledge base', (message) => {
    expect(recogniseSmallTalk(message)).toBeNull();
  });

  it('is quick with hostile input', () => {
    expect(recogniseSmallTalk('hi '.repeat(3_000))).toBeNull();
    expect(recogniseSmallTalk('a'.repeat(10_000))).toBeNull();
  });

  it('knows a message with words of its own', () => {
    expect(hasWordsOfItsOwn('can you help me with my gums')).toBe(true);
    expect(hasWordsOfItsOwn('thank you, you are the best')).toBe(false);
  });
});

describe('directResponse', () => {
  const kinds = ['greeting', 'thanks', 'goodbye', 'small_talk', 'capabilities'] as const;

  it.each(CONSULT_ROLES)('$id: claims nothing that a source would have to carry', async (role) => {
    for (const language of Language.options) {
      for (const kind of kinds) {
        const draft = directResponse(kind, role, language);
        const verdict = await createBackGate().check({
          question: 'x',
          draft,
          evidence: [],
          language,
          claims: false,
        });
        expect(verdict.claims, draft).toBe(false);
        expect(verdict.message).toBe(draft);
      }
    }
  });
});
