import { join } from 'node:path';
import { loadConfig } from '../../src/app/config.ts';
import { detectLanguage } from '../../src/gates/front/detect-language.ts';
import { judgeEmergency } from '../../src/gates/front/emergency/detect-emergency.ts';
import { hearAlarms } from '../../src/gates/front/hear-alarms.ts';
import { hiddenTexts, judgeMessage } from '../../src/gates/front/injection/detect-injection.ts';
import { createMeaning } from '../../src/meaning/create-meaning.ts';
import { ordinaryQuestions, strangersRows } from './front-gate.ts';

/**
 * `tsx evals/gates/choose-thresholds.ts`: what each threshold of the gate's model catches and alarms on, together with the
 * rules, on messages of writers whom no training saw and on real questions that it did not see. Nothing held is read here.
 */
const STEPS = [-1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4];

const written = (strangersRows('seen') ?? []).map(({ text, lang, label, where }) => ({
  text,
  group: `${lang} ${label}${where === 'document' ? ', document' : ''}`,
}));
const ordinary = Object.entries(
  ordinaryQuestions(join(loadConfig().GALEN_EVAL_DATA, '..', 'train', 'clean')) ?? {},
);
const asked = [...written, ...ordinary.flatMap(([group, texts]) => texts.map((text) => ({ text, group })))];

const meaning = await createMeaning({ deadlineMs: 300_000 });
const heard: {
  group: string;
  byRules: boolean;
  isPayload: boolean;
  alarm: Record<'now' | 'crisis' | 'attack', number>;
}[] = [];
for (const { text, group } of asked) {
  const { alarm } = await hearAlarms([text, ...hiddenTexts(text)], { meaning, limitMs: 300_000 });
  if (alarm === null) throw new Error('the gate is not installed');
  const byRules = judgeEmergency(text, { language: detectLanguage(text) }).category !== null;
  heard.push({ group, byRules, isPayload: judgeMessage(text)[0]?.strength === 'clear', alarm });
}
await meaning.close();
for (const head of ['now', 'crisis', 'attack'] as const) {
  console.log(`${head}, or by rules`);
  console.table(
    Object.fromEntries(
      [...new Set(heard.map(({ group }) => group))].sort().map((group) => {
        const own = heard.filter((one) => one.group === group);
        const at = (from: number) =>
          own.filter(
            ({ alarm, byRules, isPayload }) =>
              alarm[head] >= from || (head === 'attack' ? isPayload : byRules),
          );
        return [
          group,
          Object.fromEntries(STEPS.map((from) => [from, (at(from).length / own.length).toFixed(3)])),
        ];
      }),
    ),
  );
}
