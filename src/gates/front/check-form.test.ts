import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkForm } from './check-form.ts';

describe('checkForm', () => {
  const refused: [string, string, string][] = [
    ['nothing', '', 'QUERY_EMPTY'],
    ['white space', ' \n\t\u00a0 ', 'QUERY_EMPTY'],
    ['10,001 characters', 'a'.repeat(10_001), 'QUERY_TOO_LONG'],
    ['two letters', 'ab', 'QUERY_TOO_SHORT'],
    ['signs without letters', '??? !!! ...', 'QUERY_TOO_SHORT'],
    ['two letters among signs', '- a? -- b!', 'QUERY_TOO_SHORT'],
    ['a NUL', 'metformin\u0000', 'QUERY_BAD_CHARACTERS'],
    ['a control character', 'met\u0007formin', 'QUERY_BAD_CHARACTERS'],
    ['an escape sequence', '\u001b[31mmetformin', 'QUERY_BAD_CHARACTERS'],
    ['a control character of the second block', 'met\u009bformin', 'QUERY_BAD_CHARACTERS'],
    ['a lone high surrogate', 'metformin \ud83d', 'QUERY_BAD_CHARACTERS'],
    ['a lone low surrogate', '\ude00 metformin', 'QUERY_BAD_CHARACTERS'],
    ['a direction override', 'safe \u202enot\u202c drug', 'QUERY_BAD_CHARACTERS'],
    ['a left-to-right override', 'safe \u202dnot\u202c drug', 'QUERY_BAD_CHARACTERS'],
    [
      'a right-to-left isolate among left-to-right letters',
      'safe \u2067not\u2069 drug',
      'QUERY_BAD_CHARACTERS',
    ],
    [
      'a right-to-left embedding among left-to-right letters',
      'a \u202bnot\u202c b c',
      'QUERY_BAD_CHARACTERS',
    ],
    ['an override among right-to-left letters', 'ما هو \u202eabc\u202c', 'QUERY_BAD_CHARACTERS'],
    ['two letters and many marks', 'a\u200eb\u200e\ufeff', 'QUERY_TOO_SHORT'],
    ['letters that nobody sees alone', '\u{e0069}\u{e0067}\u{e006e}', 'QUERY_EMPTY'],
  ];
  it.each(['hi', 'ok', 'Hi!'])('takes a greeting however short: %s', (message) => {
    expect(checkForm(message)).toEqual({ ok: true, message });
  });

  it.each(refused)('refuses %s', (_, message, code) => {
    expect(checkForm(message)).toMatchObject({ ok: false, code });
  });

  const taken: [string, string][] = [
    ['10,000 characters', 'a'.repeat(10_000)],
    ['three letters', 'flu'],
    ['three digits', '911'],
    ['line breaks and tabs', 'fever\r\n\tcough'],
    ['an emoji', 'fever 😀'],
    ['Vietnamese', 'sốt'],
    ['another script', 'ما هو الميتفورمين'],
  ];
  it.each(taken)('takes %s as it is', (_, message) => {
    expect(checkForm(message)).toEqual({ ok: true, message });
  });

  const stripped: [string, string, string][] = [
    ['direction hints', 'metformin\u200e 500\u200f mg', 'metformin 500 mg'],
    ['the marks around a copied number', '\u202a+84 912\u202c dose', '+84 912 dose'],
    ['a left-to-right isolate', 'take \u2066aspirin\u2069 daily', 'take aspirin daily'],
    ['right-to-left marks in Arabic', '\u2067ما هو\u2069 \u202bالميتفورمين\u202c', 'ما هو الميتفورمين'],
    ['a byte order mark', '\ufeffmetformin', 'metformin'],
    ['letters that nobody sees', 'aspirin\u{e0069}\u{e0067}\u{e006e}', 'aspirin'],
  ];
  it.each(stripped)('takes a message without %s', (_, raw, message) => {
    expect(checkForm(raw)).toEqual({ ok: true, message });
  });

  it('gives it back in one Unicode form, trimmed', () => {
    const message = 'Điều trị tiểu đường?';
    expect(checkForm(`  ${message.normalize('NFD')}\n`)).toEqual({ ok: true, message });
  });

  it('measures the form that is kept', () => {
    expect(checkForm(`${'a'.repeat(10_000)}   `).ok).toBe(true);
    expect(checkForm('ế'.repeat(10_000).normalize('NFD')).ok).toBe(true);
  });

  it('names the limit, and nothing of the message', () => {
    expect(checkForm('a'.repeat(10_001))).toEqual({
      ok: false,
      code: 'QUERY_TOO_LONG',
      details: { limit: 10_000 },
    });
    expect(checkForm('bd', { isReply: true })).toEqual({ ok: true, message: 'bd' });
    expect(checkForm('?!', { isReply: true })).toMatchObject({ code: 'QUERY_TOO_SHORT' });
    expect(checkForm('x')).toEqual({ ok: false, code: 'QUERY_TOO_SHORT', details: { minimum: 3 } });
  });

  it('lets nothing through that is not well-formed, normal and trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (raw) => {
        const verdict = checkForm(raw);
        if (!verdict.ok) return;
        expect(verdict.message.isWellFormed()).toBe(true);
        expect(verdict.message).toBe(verdict.message.normalize('NFC').trim());
        expect(checkForm(verdict.message)).toEqual(verdict);
      }),
      { numRuns: 500 },
    );
  });
});
