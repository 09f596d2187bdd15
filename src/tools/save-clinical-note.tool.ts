import { z } from 'zod';
import { proposeWrite } from './propose-write.ts';

export function saveClinicalNote() {
  return proposeWrite({
    name: 'save_clinical_note',
    description: {
      en: 'Proposes a note for a patient’s chart; a clinician approves it.',
      vi: 'Đề xuất ghi chú vào hồ sơ bệnh nhân; nhân viên y tế phê duyệt.',
    },
    input: z.object({
      patient_id: z.string().trim().min(1).max(64),
      title: z.string().trim().min(2).max(200),
      text: z.string().trim().min(2).max(20_000),
    }),
  });
}
