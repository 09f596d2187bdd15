import { decodedWindows } from './decoded-windows.ts';
import { findShoutedOrder } from './find-shouted-order.ts';
import type { InjectionFinding } from './injection-finding.ts';
import { matchPhrases } from './match-phrases.ts';
import { type PlainForm, plainForm } from './plain-form.ts';
import { PAYLOAD_PATTERNS } from './tables/payload-patterns.ts';
import { wordsOf } from './words-of.ts';

/** What was hidden may hide something again, once. */
const MAX_DEPTH = 2;
const SQL_COMMENT = /\/\*[^*]{0,100}\*\//gu;

/** Everything in a text that looks like an attack, clear ones first: read as it is, and as it decodes. */
export function detectInjection(text: string): InjectionFinding[] {
  const findings = findAll(text, 0);
  return findings.sort((a, b) => Number(a.strength === 'doubtful') - Number(b.strength === 'doubtful'));
}

function findAll(text: string, depth: number): InjectionFinding[] {
  const plain = plainForm(text);
  const findings = [...matchPayloads(plain), ...matchPhrases(wordsOf(plain))].map((finding) => ({
    ...finding,
    start: plain.offsets[finding.start] ?? 0,
    end: plain.offsets[finding.end] ?? text.length,
  }));
  findings.push(...findShoutedOrder(text));
  // One clear attack is enough: what else is hidden changes nothing.
  if (depth === MAX_DEPTH || findings.some(({ strength }) => strength === 'clear')) return findings;
  for (const { text: decoded, start, end } of decodedWindows(text, depth > 0)) {
    findings.push(...findAll(decoded, depth + 1).map((finding) => ({ ...finding, start, end })));
  }
  return findings;
}

function matchPayloads({ text }: PlainForm): InjectionFinding[] {
  const bare = text.includes('/*')
    ? text.replace(SQL_COMMENT, (comment) => ' '.repeat(comment.length))
    : text;
  const findings: InjectionFinding[] = [];
  for (const { needs, pattern, category, kind, strength } of PAYLOAD_PATTERNS) {
    if (!needs.some((literal) => bare.includes(literal))) continue;
    const match = pattern.exec(bare);
    if (match)
      findings.push({ category, kind, strength, start: match.index, end: match.index + match[0].length });
  }
  return findings;
}
