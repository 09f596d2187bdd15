import type { Element, Root, RootContent } from 'hast';
import { describe, expect, it } from 'vitest';
import { groupTimes } from './group-times.ts';

const element = (tagName: string, ...children: Element['children']): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});
const text = (value: string) => ({ type: 'text' as const, value });
const bold = (value: string) => element('p', element('strong', text(value)));
const grouped = (...children: RootContent[]) => {
  const tree: Root = { type: 'root', children };
  groupTimes()(tree);
  return tree.children.map((node) =>
    node.type === 'element' ? `${node.tagName}.${node.properties.className ?? ''}` : node.type,
  );
};

describe('groupTimes', () => {
  it('puts before and after side by side, whether titled in bold or by headings', () => {
    const list = element('ul');
    expect(grouped(bold('Before'), text('\n'), list, text('\n'), bold('After'), list, element('p'))).toEqual([
      'div.times',
      'p.',
    ]);
    expect(grouped(element('h3'), list, element('h3'), list)).toEqual(['div.times']);
  });

  it('leaves alone what is one time only, or no time at all', () => {
    expect(grouped(bold('Before'), element('ul'), element('p'))).toEqual(['p.', 'ul.', 'p.']);
    expect(grouped(element('p', text('said')), element('ul'), bold('Note'))).toEqual(['p.', 'ul.', 'p.']);
  });
});
