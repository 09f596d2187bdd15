import { describe, expect, it } from 'vitest';
import { conditionTopic } from '../build-arguments.ts';
import { maskPrompts } from '../mask-names.ts';
import { thinkTask } from '../steps/reason.ts';
import { nameMatches } from './read-mentions.ts';

describe('words about patients', () => {
  it.each([
    ['Mrs Ashgrove', true],
    ["Eleanor Ashgrove's", true],
    ['GAL-0003', true],
    ['Tobias Lindqvarn', false],
    ['GAL-0004', false],
    ['Eleanor Smith', false],
    ['', false],
  ])('"%s" names the bearer, or not', (named, matches) => {
    expect(nameMatches(named, ['Eleanor Ashgrove', 'GAL-0003'])).toBe(matches);
  });

  it('know a Vietnamese name typed without marks', () => {
    expect(nameMatches('co Mai Suong', ['Nguyễn Thị Mai Sương'])).toBe(true);
  });

  it('are put out of a model’s sight, and left to the twin', () => {
    const task = maskPrompts(thinkTask, ['Eleanor Ashgrove', 'Ashgrove']);
    const input = {
      question: 'Eleanor Ashgrove (GAL-0003): why?',
      language: 'en' as const,
      chart: 'Mrs Ashgrove',
      turns: [],
    };
    const { user } = task.prompt(input, (label, text) => `${label} ${text}`);
    expect(user).not.toMatch(/Ashgrove|GAL-0003/u);
    expect(user).toContain('[patient] ([record number]): why?');
    expect(task.twin(input)).toContain('Eleanor Ashgrove');
  });

  it.each([
    [
      'best antihypertensive for CKD stage 3?',
      [],
      'en',
      'antihypertensive drug hypertension chronic kidney disease',
    ],
    ['Thuốc hạ áp nào cho bệnh thận mạn?', [], 'vi', 'thuốc hạ huyết áp tăng huyết áp bệnh thận mạn'],
    ['What next?', ['Heart failure', 'Gout'], 'en', 'heart failure gout'],
    ['What next?', [], 'en', ''],
  ] as const)('say what to look a guideline up under: "%s"', (question, conditions, language, topic) => {
    expect(conditionTopic(question, conditions, language)).toBe(topic);
  });
});
