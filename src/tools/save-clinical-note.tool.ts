import { z } from 'zod';
import { NoteArgs } from '../domain/chart-writes.ts';
import { proposeWrite } from './propose-write.ts';

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
