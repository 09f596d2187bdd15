import { z } from 'zod';
import { mayUseCharts } from '../domain/access.ts';
import type { Bilingual } from '../domain/language.ts';
import { defineTool } from './define-tool.ts';

/** A tool that would change a chart. It only checks the form of what is asked and hands it back: a person decides. */
export function proposeWrite<Input extends z.ZodObject>(tool: {
  name: string;
  description: Bilingual;
  input: Input;
}) {
  return defineTool({
    ...tool,
    isWrite: true,
    mayUse: mayUseCharts,
    output: z.object({ arguments: z.record(z.string(), z.unknown()) }),

    async run(input) {
      return {
        status: 'proposed',
        reason: 'awaits-approval',
        message: {
          en: 'Proposed, not done: a clinician has to approve it.',
          vi: 'Mới đề xuất, chưa thực hiện: cần nhân viên y tế điều trị phê duyệt.',
        },
        output: { arguments: input },
      };
    },
  });
}
