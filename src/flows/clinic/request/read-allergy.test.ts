import { describe, expect, it } from 'vitest';
import { parseRequest } from './parse-request.ts';

const writesOf = (text: string) =>
  parseRequest(text, ['Eleanor Ashgrove']).writes.map(({ tool, args }) => ({ tool, ...args }));

describe('an allergy that is told', () => {
  it.each([
    ['she came out in hives after ceftriaxone last year, record that', 'ceftriaxone', 'hives'],
    ['pt allergic to latex, contact rash only', 'latex', 'contact rash only'],
    ['add allergy: penicillin, anaphylaxis, needed adrenaline', 'penicillin', 'needed adrenaline'],
    ['BN nổi mẩn khi dùng lamotrigin', 'lamotrigin', 'nổi mẩn'],
    ['cô dị ứng tôm, ngứa khắp người, ghi vào mục dị ứng giúp em', 'tôm', 'ngứa khắp người'],
  ])('is proposed with what was said of it: "%s"', (text, substance, reaction) => {
    expect(writesOf(text)).toMatchObject([
      { tool: 'add_allergy', substance, reaction: expect.stringContaining(reaction) },
    ]);
  });

  it('may be that there is none', () => {
    expect(writesOf('NKDA, please record')).toMatchObject([{ tool: 'add_allergy', substance: 'NKDA' }]);
  });

  it('is one for each substance with its own reaction', () => {
    const told = writesOf('penicillin rash, latex hives, add to allergies');
    expect(told).toMatchObject([
      { substance: 'penicillin', reaction: 'rash' },
      { substance: 'latex', reaction: 'hives' },
    ]);
  });

  it('has no substance made of the words around it', () => {
    expect(writesOf('ghi vào mục dị ứng giúp chị')).toEqual([{ tool: 'add_allergy' }]);
  });

  it.each([
    'is she allergic to penicillin?',
    'do not add a penicillin allergy',
    'hives settled with cetirizine',
    'on furosemide for oedema',
    'any rash with lamotrigine',
    'dị ứng penicillin, dùng cefuroxime được không',
  ])('is not what is asked, refused or treated: "%s"', (text) => {
    expect(writesOf(text)).toEqual([]);
  });
});

describe('a note', () => {
  it.each([
    ['note: stop aspirin 7 days pre-op, d/w Mrs Nguyen', 'stop aspirin 7 days pre-op, d/w Mrs Nguyen'],
    ['save to notes - seen 0400, start abx if spikes', 'seen 0400, start abx if spikes'],
    ['lưu note nghi do thuốc, ngưng tramadol', 'nghi do thuốc, ngưng tramadol'],
  ])('is all that follows, and orders nothing: "%s"', (text, content) => {
    const request = parseRequest(text, ['Eleanor Ashgrove']);
    expect(request).toMatchObject({ content, drugs: [], patient: '' });
    expect(request.writes.map(({ tool }) => tool)).toEqual(['save_clinical_note']);
  });
});
