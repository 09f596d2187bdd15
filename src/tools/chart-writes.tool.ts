import { z } from 'zod';
import { mayUseCharts } from '../domain/access.ts';
import type { Bilingual } from '../domain/language.ts';
import { defineTool } from './define-tool.ts';

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
