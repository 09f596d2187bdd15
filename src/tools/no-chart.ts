import type { ToolOutcome } from './define-tool.ts';

/** What a chart tool says where there is no chart. */
export function noChart(): ToolOutcome<never> {
  return {
    status: 'unavailable',
    reason: 'no-chart',
    strategy: 'skip',
    message: {
      en: 'No chart is connected here. Nothing was looked up; this does not mean that nothing is recorded.',
      vi: 'Chưa kết nối hồ sơ bệnh án. Chưa tra cứu gì; điều này không có nghĩa là không có ghi nhận.',
    },
  };
}
