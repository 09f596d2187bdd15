import { z } from 'zod';
import { proposeWrite } from './propose-write.ts';

export function addAllergy() {
  return proposeWrite({
    name: 'add_allergy',
    description: {
      en: 'Proposes to record an allergy or intolerance in a patient’s chart; a clinician approves it.',
      vi: 'Đề xuất ghi nhận dị ứng hoặc không dung nạp vào hồ sơ bệnh nhân; nhân viên y tế phê duyệt.',
    },
    input: z.object({
      patient_id: z.string().trim().min(1).max(64),
      substance: z.string().trim().min(2).max(200).describe('what the patient reacts to'),
      reaction: z.string().trim().min(2).max(500).optional().describe('what happens'),
      severity: z.enum(['mild', 'moderate', 'severe']).optional().describe('of the reaction'),
      criticality: z.enum(['low', 'high', 'unable-to-assess']).optional(),
      type: z.enum(['allergy', 'intolerance']).default('allergy'),
    }),
  });
}
