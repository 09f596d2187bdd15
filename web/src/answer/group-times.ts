import type { Element, ElementContent, Root, RootContent } from 'hast';

/** Rehype: titles that are each followed by a list come to stand side by side, as before and after. One alone stays. */
export function groupTimes() {
  return (tree: Root): void => {
    const groups: RootContent[] = [];
    for (let at = 0; at < tree.children.length; ) {
      const times = timesFrom(tree.children, at);
      if (times.length < 2) {
        groups.push(...tree.children.slice(at, at + 1));
        at += 1;
        continue;
      }
      groups.push(box('times', times));
      at = (times.at(-1)?.end ?? at) + 1;
    }
    tree.children = groups;
  };
}

type Time = Element & { end: number };

function timesFrom(nodes: readonly RootContent[], from: number): Time[] {
  const times: Time[] = [];
  for (let at = from; ; ) {
    const title = nodes[at];
    if (!isTitle(title)) return times;
    let next = at + 1;
    while (isSpace(nodes[next])) next += 1;
    const list = nodes[next];
    if (!isElement(list) || !['ul', 'ol'].includes(list.tagName)) return times;
    times.push({ ...box('time', [title, list]), end: next });
    at = next + 1;
    while (isSpace(nodes[at])) at += 1;
  }
}

/** A heading, or a paragraph that is one piece of bold text. */
function isTitle(node: RootContent | undefined): node is Element {
  if (!isElement(node)) return false;
  const [only, ...more] = node.children;
  return (
    /^h[1-6]$/u.test(node.tagName) ||
    (node.tagName === 'p' && more.length === 0 && isElement(only) && only.tagName === 'strong')
  );
}

function isElement(node: RootContent | undefined): node is Element {
  return node?.type === 'element';
}

function isSpace(node: RootContent | undefined): boolean {
  return node?.type === 'text' && node.value.trim() === '';
}

function box(className: string, children: readonly ElementContent[]): Element {
  return { type: 'element', tagName: 'div', properties: { className: [className] }, children: [...children] };
}
