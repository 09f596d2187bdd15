import { describe, expect, it } from 'vitest';
import { redactPii } from '../../src/guardrails/redact-pii.ts';
import { ToolName } from '../../src/nodes/clinic/triage-decision.ts';
import { scoreTriage, sendRequest, triageItems } from './clinic-triage.ts';

const MIN_ROUTE = 0.85;
const MIN_TOOL = 0.85;

const items = triageItems();

describe('triage without a model', () => {
  it('is measured on enough, in both languages and on every route', () => {
    expect(items.length).toBeGreaterThanOrEqual(200);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(items.filter(({ language }) => language === 'vi').length).toBeGreaterThanOrEqual(100);
    expect(new Set(items.map(({ route }) => route)).size).toBe(5);
  });

  it.each([
    ['all', items],
    ['tune', items.filter(({ split }) => split === 'tune')],
    ['held', items.filter(({ split }) => split === 'held')],
    ['Vietnamese, held', items.filter(({ split, language }) => split === 'held' && language === 'vi')],
  ])('sends requests the right way and names the right tool (%s)', (_, some) => {
    const { route, tool, wrong } = scoreTriage(some);
    expect(route, wrong.join(', ')).toBeGreaterThanOrEqual(MIN_ROUTE);
    expect(tool).toBeGreaterThanOrEqual(MIN_TOOL);
  });

  it.each(ToolName.options)('reaches %s in both languages', (name) => {
    const languages = items
      .filter(({ route, tools }) => route === 'lookup' && tools[0] === name)
      .filter(({ message, has_patient, has_image }) => {
        const { text } = redactPii(message);
        return sendRequest({ question: text, has_patient, has_image }).tool === name;
      })
      .map(({ language }) => language);
    expect(new Set(languages)).toEqual(new Set(['en', 'vi']));
  });
});
