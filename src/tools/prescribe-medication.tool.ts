import { z } from 'zod';
import { proposeWrite } from './propose-write.ts';

export function prescribeMedication() {
  return proposeWrite({
    name: 'prescribe_medication',
    description: {
      en: 'Proposes a prescription for a patient; it is checked for safety and a clinician approves it.',
      vi: 'Đề xuất đơn thuốc cho bệnh nhân; được kiểm tra an toàn và nhân viên y tế phê duyệt.',
    },
    input: z.object({
      patient_id: z.string().trim().min(1).max(64),
      medication: z.string().trim().min(2).max(200).describe('the drug, by generic or brand name'),
      dose: z.string().trim().min(1).max(100).describe('one dose with its unit, such as 500 mg'),
      frequency: z.string().trim().min(1).max(200).describe('how often, such as twice a day'),
      route: z
        .string()
        .trim()
        .min(2)
        .max(50)
        .optional()
        .describe('how it is given, only where that was said'),
      duration: z.string().trim().min(1).max(100).optional().describe('how long, such as 7 days'),
      reason: z.string().trim().min(2).max(500).optional().describe('what it is for'),
      note: z.string().trim().max(1_000).optional(),
    }),
  });
}
