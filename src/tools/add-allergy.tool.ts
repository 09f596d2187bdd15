import { z } from 'zod';
import { AllergyArgs } from '../domain/chart-writes.ts';
import { proposeWrite } from './propose-write.ts';

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
