import { describe, expect, it } from 'vitest';
import { createTokenizer } from './tokenizer.ts';

const PIECES = [
  '[PAD]', '[UNK]', '[CLS]', '[SEP]', 'blood', 'thin', '##ner', '##s', 'caf', '##e', '=', 'p', '0', '[', ']', 'sep',
  'khong', 'k', '##hong', 'σ', '##σ', '中', '-', 'không', 'được', 'đau',
]; // biome-ignore format: a list
const tokenizer = createTokenizer(`${PIECES.join('\n')}\n`);
const piecesOf = (text: string, limit = 50) => tokenizer.encode(text, limit).rows.map((row) => PIECES[row]);

describe('createTokenizer', () => {
  it.each([
    ['Blood THINNERS', ['blood', 'thin', '##ner', '##s']],
    ['café', ['caf', '##e']],
    ['thin-blood', ['thin', '-', 'blood']],
    ['p≠0', ['p', '=', '0']],
    ['blood中thin', ['blood', '中', 'thin']],
    ['bl\u00adood\u200b \u0000thin', ['blood', 'thin']],
    ['ΣΣ', ['σ', '##σ']],
    ['xyz blood', ['[UNK]', 'blood']],
    ['p'.repeat(101), ['[UNK]']],
    ['[SEP]', ['[', 'sep', ']']],
    ['', []],
  ])('cuts %j', (text, pieces) => {
    expect(piecesOf(text)).toEqual(['[CLS]', ...pieces, '[SEP]']);
  });

  it('keeps the marks of a syllable that it knows, composed or not, and strips those of one that it does not know', () => {
    expect(piecesOf('KHÔNG được'.normalize('NFD'))).toEqual(['[CLS]', 'không', 'được', '[SEP]']);
    expect(piecesOf('khóng đau')).toEqual(['[CLS]', 'khong', 'đau', '[SEP]']);
    expect(piecesOf('khong')).toEqual(['[CLS]', 'khong', '[SEP]']);
  });

  it('cuts off what exceeds the limit, and closes what is left', () => {
    expect(piecesOf('blood thinners', 4)).toEqual(['[CLS]', 'blood', 'thin', '[SEP]']);
  });

  it('puts two texts behind each other, each with its own limit', () => {
    const { rows, secondAt } = tokenizer.encodePair('blood thin blood', ['café blood'], {
      first: 4,
      second: 4,
    });
    expect(rows.map((row) => PIECES[row])).toEqual([
      '[CLS]',
      'blood',
      'thin',
      '[SEP]',
      'caf',
      '##e',
      '[SEP]',
    ]);
    expect(secondAt).toBe(4);
  });

  it('needs its marks in the vocabulary', () => {
    expect(() => createTokenizer('a\nb\n')).toThrow('the vocabulary has no [CLS]');
  });
});
