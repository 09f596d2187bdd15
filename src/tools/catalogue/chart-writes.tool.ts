import { z } from 'zod';
import { mayUseCharts } from '../../domain/access.ts';
import { AllergyArgs, NoteArgs, PrescribeArgs } from '../../domain/chart-writes.ts';
import type { Bilingual } from '../../domain/language.ts';
import { defineTool } from '../define-tool.ts';

export function addAllergy() {
  return proposeWrite({
    name: 'add_allergy',
    description: {
      en: 'Proposes to record an allergy or intolerance in a patient’s chart; a clinician approves it.',
      vi: 'Đề xuất ghi nhận dị ứng hoặc không dung nạp vào hồ sơ bệnh nhân; nhân viên y tế phê duyệt.',
    },
    input: z.object(AllergyArgs.shape),
  });
}

export function prescribeMedication() {
  return proposeWrite({
    name: 'prescribe_medication',
    description: {
      en: 'Proposes a prescription for a patient; it is checked for safety and a clinician approves it.',
      vi: 'Đề xuất đơn thuốc cho bệnh nhân; được kiểm tra an toàn và nhân viên y tế phê duyệt.',
    },
    input: z.object(PrescribeArgs.shape),
  });
}

export function saveClinicalNote() {
  return proposeWrite({
    name: 'save_clinical_note',
    description: {
      en: 'Proposes a note for a patient’s chart; a clinician approves it.',
      vi: 'Đề xuất ghi chú vào hồ sơ bệnh nhân; nhân viên y tế phê duyệt.',
    },
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
        message: {
          en: 'Proposed, not done: a clinician has to approve it.',
          vi: 'Mới đề xuất, chưa thực hiện: cần nhân viên y tế điều trị phê duyệt.',
        },
        output: { arguments: input },
      };
    },
  });
}
