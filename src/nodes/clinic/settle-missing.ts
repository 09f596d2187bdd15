import { z } from 'zod';
import { WriteCall } from '../../domain/approval.ts';
import { defineNode } from '../../engine/define-node.ts';
import { CallReport, PlannedCall } from './clinic-state.ts';
import { Missing } from './find-missing.ts';

import { withReport } from './report-call.ts';

const LEFT_OUT: Readonly<Record<Missing, { en: string; vi: string }>> = {
  patient: { en: 'no patient is open', vi: 'chưa mở bệnh nhân nào' },
  drug: { en: 'no drug is named', vi: 'chưa nêu tên thuốc' },
  second_drug: { en: 'a second drug is missing', vi: 'thiếu thuốc thứ hai' },
  substance: { en: 'no substance is named', vi: 'chưa nêu chất gây dị ứng' },
  dose: { en: 'no dose is given', vi: 'chưa nêu liều' },
  frequency: { en: 'it is not said how often', vi: 'chưa nêu số lần dùng' },
  unread: { en: 'not all of it was understood', vi: 'có phần chưa hiểu' },
  note_text: { en: 'the note has no text', vi: 'ghi chú chưa có nội dung' },
  image: { en: 'no image is attached', vi: 'chưa có ảnh đính kèm' },
  topic: { en: 'it is not said what to search for', vi: 'chưa nêu nội dung cần tìm' },
};

/** A subtask that lacks what only the asker can say: asked for at once, or left out and said to be where others have results. */
export function settleMissing() {
  return defineNode({
    step: 'missing',
    reads: z.object({
      call: PlannedCall,
      missing: Missing,
      reports: z.array(CallReport).default([]),
      write_calls: z.array(WriteCall).default([]),
    }),
    outcomes: ['clarify', 'skip'],

    run({ call, missing, reports, write_calls }) {
      const hasResults = write_calls.length > 0 || reports.some(({ status }) => status === 'ok');
      if (!hasResults) return { outcome: 'clarify' as const, writes: {} };
      const said = LEFT_OUT[missing];
      const report: CallReport = {
        call,
        status: 'invalid',
        reason: `missing-${missing}`,
        strategy: 'skip',
        message: {
          en: `Not done (${call.tool}): ${said.en}.`,
          vi: `Chưa thực hiện (${call.tool}): ${said.vi}.`,
        },
        output: null,
        passages: [],
      };
      return { outcome: 'skip' as const, writes: { reports: withReport(reports, report) } };
    },
  });
}
