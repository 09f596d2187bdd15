import { describe, expect, it } from 'vitest';
import { GalenError } from '../../../domain/errors.ts';
import { readMarkdown } from './read-markdown.ts';

const FRONT = [
  'id: a-study',
  'title: "A study: of things"',
  'journal: The Lancet',
  'year: 1998',
  'evidence_level: rct',
  'source_type: pubmed',
  'topic: diabetes',
  'language: en',
  'reference: "Somebody. Lancet. 1998."',
  'pmid: "9742977"',
];
const file = (front: readonly string[] = FRONT, body = '# A study\n\nIt worked.\n') =>
  `---\n${front.join('\n')}\n---\n${body}`;
const without = (key: string) => FRONT.filter((line) => !line.startsWith(`${key}:`));

describe('readMarkdown', () => {
  it('parts front matter from text', () => {
    const document = readMarkdown('x.md', file());
    expect(document).toMatchObject({ id: 'a-study', year: 1998, evidence_level: 'rct', pmid: '9742977' });
    expect(document.text).toBe('# A study\n\nIt worked.');
  });

  it('leaves a rule in the text alone', () => {
    expect(readMarkdown('x.md', file(FRONT, 'Above.\n\n---\n\nBelow.')).text).toBe('Above.\n\n---\n\nBelow.');
  });

  it('reads the same document from other line ends and decomposed letters', () => {
    const content = file(FRONT, '# Đái tháo đường\n\nMột.\n\nHai.');
    const windows = content.normalize('NFD').replaceAll('\n', '\r\n');
    expect(readMarkdown('x.md', windows)).toEqual(readMarkdown('x.md', content));
  });

  const bad: [string, string][] = [
    ['no front matter', '# A study\n\nIt worked.'],
    ['front matter that never ends', '---\nid: x\n# A study'],
    ['broken YAML', '---\nid: [unclosed\n---\ntext'],
    ['YAML that is no map', '---\njust words\n---\ntext'],
    ['no title', file(without('title'))],
    ['an unknown evidence level', file([...without('evidence_level'), 'evidence_level: rumour'])],
    ['an unknown language', file([...without('language'), 'language: fr'])],
    ['a year that is none', file([...without('year'), 'year: soon'])],
    ['a misspelt key', file([...FRONT, 'jurnal: x'])],
    ['a pmid that lost its quotes', file([...without('pmid'), 'pmid: 9742977'])],
    ['an id that is no file name', file([...without('id'), 'id: "../x"'])],
  ];
  it.each(bad)('refuses %s, naming the file', (_, content) => {
    try {
      readMarkdown('studies/x.md', content);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(GalenError);
      expect(error).toMatchObject({ code: 'KNOWLEDGE_UNREADABLE' });
      expect(String(error)).toContain('studies/x.md');
    }
  });
});
