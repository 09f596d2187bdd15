import { expect, it } from 'vitest';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { redactDraft } from './create-back-gate.ts';

const evidence = [rankedPassage({ text: 'Dr. Helen Carter led the trial of metformin in 2010.' })];

it('keeps the names that the sources themselves name, and redacts the others', () => {
  const draft = 'Dr. Helen Carter led the trial. My name is Nguyen Van Anh, phone 0912 345 678.';
  const { text, counts } = redactDraft(draft, evidence);
  expect(text).toContain('Helen Carter');
  expect(text).not.toMatch(/Nguyen|0912/u);
  expect(counts).toEqual({ NAME: 1, PHONE: 1 });
});

it('redacts a name that no source names', () => {
  const { text } = redactDraft('Dr. Helen Carter led the trial.', []);
  expect(text).not.toContain('Helen Carter');
});
