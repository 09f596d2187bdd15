import { z } from 'zod';
import { PrescribeArgs } from '../domain/chart-writes.ts';
import { proposeWrite } from './propose-write.ts';

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
