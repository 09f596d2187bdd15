import { z } from 'zod';
import * as texts from '../../../texts/tools.ts';
import { mayUseCharts } from '../../domain/access.ts';
import { AllergyArgs, ChangeArgs, NoteArgs, PrescribeArgs } from '../../domain/chart-writes.ts';
import type { Bilingual } from '../../domain/language.ts';
import { defineTool } from '../define-tool.ts';

export function chartWrites() {
  return [
    proposeWrite('add_allergy', texts.ADD_ALLERGY_ABOUT, AllergyArgs.shape),
    proposeWrite('prescribe_medication', texts.PRESCRIBE_ABOUT, PrescribeArgs.shape),
    proposeWrite('change_medication', texts.CHANGE_ABOUT, ChangeArgs.shape),
    // A caller from outside names the note; only the clinic's own has a title by default.
    proposeWrite('save_clinical_note', texts.SAVE_NOTE_ABOUT, {
      ...NoteArgs.shape,
      title: NoteArgs.shape.title.unwrap(),
    }),
  ];
}

/** Only checks the form of what is asked and hands it back: a person decides. */
function proposeWrite(name: string, description: Bilingual, shape: z.ZodRawShape) {
  return defineTool({
    name,
    description,
    isWrite: true,
    mayUse: mayUseCharts,
    input: z.object(shape),
    output: z.object({ arguments: z.record(z.string(), z.unknown()) }),

    async run(input) {
      return {
        status: 'proposed',
        reason: 'awaits-approval',
        message: texts.PROPOSED_NOT_DONE,
        output: { arguments: input },
      };
    },
  });
}
