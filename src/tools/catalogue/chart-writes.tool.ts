import { z } from 'zod';
import {
  ADD_ALLERGY_ABOUT,
  PRESCRIBE_ABOUT,
  PROPOSED_NOT_DONE,
  SAVE_NOTE_ABOUT,
} from '../../../texts/tools.ts';
import { mayUseCharts } from '../../domain/access.ts';
import { AllergyArgs, NoteArgs, PrescribeArgs } from '../../domain/chart-writes.ts';
import type { Bilingual } from '../../domain/language.ts';
import { defineTool } from '../define-tool.ts';

export function addAllergy() {
  return proposeWrite({
    name: 'add_allergy',
    description: ADD_ALLERGY_ABOUT,
    input: z.object(AllergyArgs.shape),
  });
}

export function prescribeMedication() {
  return proposeWrite({
    name: 'prescribe_medication',
    description: PRESCRIBE_ABOUT,
    input: z.object(PrescribeArgs.shape),
  });
}

export function saveClinicalNote() {
  return proposeWrite({
    name: 'save_clinical_note',
    description: SAVE_NOTE_ABOUT,
    // A caller from outside names the note; only the clinic's own has a title by default.
    input: z.object({ ...NoteArgs.shape, title: NoteArgs.shape.title.unwrap() }),
  });
}

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
        message: PROPOSED_NOT_DONE,
        output: { arguments: input },
      };
    },
  });
}
