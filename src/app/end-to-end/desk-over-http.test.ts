import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { ChitchatRouting, DeskFinal, DeskProgress } from '../../domain/desk-output.ts';
import { zoneClock } from '../../language/timezone.ts';
import { readEvents } from '../testing/read-events.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const VALUES = 'giá trị cốt lõi, muộn có ảnh hưởng đến giá trị nào không';
const LEAVE = 'Tính toán chi phí nghỉ phép và so sánh với chính sách công ty';

let server: RunningGalen;
let logs: string;
beforeAll(async () => {
  logs = mkdtempSync(join(tmpdir(), 'galen-logs-'));
  writeFileSync(
    join(logs, 'auth.log'),
    `2026-01-05T22:10:00Z login failed for user 17\n2026-01-05T22:11:00Z login ok for user 17\n${lastNight()} login failed on the night shift\n`,
  );
  server = await startGalen({ GALEN_DESK_LOG_DIR: logs });
});
afterAll(async () => {
  await server.stop();
  rmSync(logs, { recursive: true });
});

/** Eight in the evening of yesterday, in Hanoi. */
function lastNight(): string {
  const { localTimeAt, instantOf } = zoneClock('Asia/Ho_Chi_Minh');
  const { year, month, day } = localTimeAt(Date.now());
  return new Date(instantOf({ year, month, day: day - 1, hour: 20 })).toISOString();
}

async function ask(query: string, as: string, more: object = {}): Promise<Answer> {
  const response = await server.post('/v1/desk', { query, ...more }, { 'x-galen-as': as });
  expect(response.status).toBe(200);
  return Answer.parse(await response.json());
}

describe('the desk over HTTP', () => {
  it('answers on core values and lateness from two departments, the newer rule named', async () => {
    const answer = await ask(VALUES, 'staff-hr');
    const final = DeskFinal.parse(answer.output);
    expect(answer).toMatchObject({
      flow: 'desk',
      language: 'vi',
      route: expect.stringMatching(/general\+hr|hr\+general/u),
    });
    expect(final.answer).toContain('4 giá trị cốt lõi');
    expect(final.answer).toContain('Đi muộn ảnh hưởng trực tiếp đến giá trị cốt lõi Kỷ luật');
    expect(final.execution_metadata).toMatchObject({
      accessible_departments: ['hr'],
      department_permission_filtering: true,
    });
    expect(final.follow_up_questions.length).toBeLessThanOrEqual(5);
    expect(final.evidence.map(({ url }) => url)).toContain(
      'https://intra.hoasen.example/policies/general-core-values-vi',
    );
  });

  it('leaves out a rule that another took the place of, and says so', async () => {
    const { output } = await ask(
      'Đi muộn bao nhiêu phút thì bị tính là muộn, và bị trừ mấy điểm KPI?',
      'staff-hr',
    );
    const final = DeskFinal.parse(output);
    expect(final.answer).toContain('quá 10 phút');
    expect(final.answer).not.toContain('quá 15 phút');
    expect(final.reasoning).toMatch(
      /Không dùng "[^"]*2022[^"]*": đã được thay thế bởi "Quy định[^"]*" từ 2025-08-20/u,
    );
    expect(JSON.stringify([final.evidence, final.follow_up_questions])).not.toMatch(/2022/u);
  });

  it('never gives an old rule as the current one, and labels it as old for those who ask for it', async () => {
    for (const question of [
      'Đi muộn 20 phút bị phạt bao nhiêu tiền?',
      'Nhân viên đi muộn có bị trừ lương không?',
    ]) {
      const { message, follow_up_questions } = await ask(question, 'staff-hr');
      expect(message).not.toMatch(/15 phút|5 lần|50\.000/u);
      expect(follow_up_questions.join()).not.toContain('2022');
    }
    const { message, sources } = await ask('Bản 2022 quy định phạt đi muộn bao nhiêu tiền?', 'staff-hr');
    expect(message).toMatch(/đã được thay thế từ 2025-08-20/u);
    expect(JSON.stringify(sources)).toContain('đã được thay thế từ 2025-08-20');
  });

  it.each([
    ['staff-it', 'Nhân viên làm đủ 12 tháng được nghỉ phép năm bao nhiêu ngày?', '14 ngày'],
    ['staff-general', 'Đi muộn bao nhiêu phút thì bị tính là muộn?', '10 phút'],
    ['staff-hr', 'Làm thế nào để đặt lại mật khẩu?', 'mật khẩu'],
  ])(
    'answers %s on a rule of every employee, whichever department it is of: %s',
    async (as, question, part) => {
      const answer = await ask(question, as);
      expect(answer.abstained).toBeNull();
      expect(answer.message).toContain(part);
    },
  );

  it('holds a page of the house against the rule of the owner, and believes the owner', async () => {
    const { output } = await ask('Nhân viên làm đủ 12 tháng được nghỉ phép năm bao nhiêu ngày?', 'staff-it');
    const final = DeskFinal.parse(output);
    expect(final.answer).toContain('14 ngày');
    expect(final.answer).not.toContain('12 ngày');
    expect(final.reasoning).toMatch(/hơn "Cẩm nang cho người mới": nội dung thuộc phòng Nhân sự/u);
    expect(final.execution_metadata.agents_invoked).toEqual(['hr', 'general']);
  });

  it('answers the request of the specification as it is written there, by one who knows two scopes', async () => {
    const tools = (...names: string[]) => names.map((name) => ({ name, description: 'tìm kiếm, tổng hợp' }));
    const { message, output } = await ask(VALUES, 'staff-hr', {
      history_chat: [{ role: 'user', content: '...', timestamp: 'DYNAMIC_TIMESTAMP_PLACEHOLDER' }],
      user_context: { permissions: ['public', 'private'], department: 'hr' },
      agents: {
        hr: {
          desc: 'chuyên lĩnh vực chấm công, đi muộn, tiền lương,...',
          tools: tools('rag_tool', 'summary_tool', 'math_tool'),
        },
        it: {
          desc: 'chuyên lĩnh vực xử lý lỗi, sự cố bảo mật,...',
          tools: tools('rag_tool', 'log_tool', 'math_tool'),
        },
        general: {
          desc: 'tổng quát, xử lý các câu hỏi không thuộc domain cụ thể',
          tools: tools('rag_tool'),
        },
      },
    });
    expect(message).toMatch(/^Bệnh viện có 4 giá trị cốt lõi/u);
    expect(message).toContain('Đi muộn ảnh hưởng trực tiếp đến giá trị cốt lõi Kỷ luật');
    expect(message).not.toContain('Tuy nhiên');
    expect(DeskFinal.parse(output).execution_metadata.agents_invoked.sort()).toEqual(['general', 'hr']);
  });

  it('says which half of a question nothing was found for, in the same words for all', async () => {
    const asked = 'Giờ thăm bệnh là khi nào, và làm thêm giờ được trả bao nhiêu?';
    const { message, output } = await ask(asked, 'staff-hr', { user_context: { permissions: ['public'] } });
    expect(message).toContain('16:30');
    expect(message).toMatch(/đã hỏi cả phòng Nhân sự nhưng không tìm thấy tài liệu nào mà bạn được đọc/u);
    expect(DeskFinal.parse(output).confidence_score).toBeLessThan(0.8);
  });

  it('calculates the cost of leave and cites every figure of it', async () => {
    const answer = await ask(LEAVE, 'staff-hr');
    const final = DeskFinal.parse(answer.output);
    expect(final.answer).toContain('11.000.000 ÷ 22 × 14 = 7.000.000 đồng');
    expect(final.answer).toContain('thấp hơn mức 8.000.000 đồng là 1.000.000 đồng');
    expect(final.execution_metadata.tools_executed).toEqual(['rag_tool', 'summary_tool', 'math_tool']);
    const quotes = answer.citations.map(({ quote }) => quote).join('\n');
    for (const figure of [
      '11.000.000 đồng một tháng',
      'chia cho 22 ngày',
      '14 ngày một năm',
      '8.000.000 đồng',
    ])
      expect(quotes).toContain(figure);
    for (const { text, start_pos, end_pos } of answer.citations)
      expect(answer.message.slice(start_pos, end_pos)).toBe(text);
  });

  it('streams its progress in the agreed shapes', async () => {
    const headers = { 'x-galen-as': 'staff-hr', accept: 'text/event-stream' };
    const events = await readEvents(await server.post('/v1/desk', { query: LEAVE }, headers));
    const progress = events
      .filter(({ type }) => type === 'progress')
      .map(({ data }) => DeskProgress.parse(data));
    const told = progress.map(({ output }) => `${output.processing_status} ${output.progress_percentage}`);
    expect(told).toEqual([
      'routed 50',
      'plan_ready 75',
      'executing_task 75',
      'task_completed 81.7',
      'executing_task 81.7',
      'task_completed 88.3',
      'executing_task 88.3',
      'task_completed 95',
      'ready_for_resolution 95',
    ]);
  });

  it('keeps what was found for those with the same access, and counts it', async () => {
    const question = 'Hộp thư có dung lượng bao nhiêu GB?';
    const ratio = async (as: string) =>
      DeskFinal.parse((await ask(question, as)).output).performance_metrics.cache_hit_ratio;
    expect(await ratio('staff-it')).toBe(0);
    expect(await ratio('staff-it')).toBe(1);
    expect(await ratio('staff-general')).toBe(0);
  });

  it('tells a stranger to a department nothing of its private rules, nor that there are any', async () => {
    for (const as of ['patient', 'staff-it', 'staff-general']) {
      const answer = await ask('Lương cơ bản bậc 3 là bao nhiêu một tháng?', as);
      expect(JSON.stringify(answer)).not.toMatch(/13\.200\.000|Thang bậc lương|hr-salary/u);
    }
  });

  it('does not let anyone pass for someone else', async () => {
    const body = { query: VALUES, user_context: { tenant_id: 'another', permissions: ['private'] } };
    expect((await server.post('/v1/desk', body, { 'x-galen-as': 'staff-it' })).status).toBe(403);
  });

  it('searches logs for those who may, and for nobody else', async () => {
    const question = 'Were there any failed logins in the server log?';
    expect((await ask(question, 'staff-it')).message).toContain('login failed');
    expect(JSON.stringify(await ask(question, 'staff-hr'))).not.toContain('login failed');
  });

  it('searches the logs of the night of the house, and says which it was', async () => {
    const vi = await ask('Đêm qua có đăng nhập thất bại nào trong nhật ký không?', 'staff-it');
    expect(vi.message).toMatch(
      /Có 1 dòng nhật ký phù hợp \(từ 18:00 [\d/]{10} đến \d\d:\d\d [\d/]{10}, giờ Asia\/Ho_Chi_Minh\)/u,
    );
    expect(vi.message).toContain('login failed on the night shift');
    const en = await ask('Were there failed logins in the server log in the last 3 minutes?', 'staff-it');
    expect(en.message).toMatch(
      /0 lines of the logs match \(from [\d-]{10} \d\d:\d\d to .*, time of Asia\/Ho_Chi_Minh\)/u,
    );
  });

  it('answers small talk in its own shape', async () => {
    const { output } = await ask('Xin chào', 'staff-hr');
    expect(ChitchatRouting.parse(output).chitchat_response).toMatch(/^Xin chào/u);
  });

  it('is what staff get without naming a flow', async () => {
    const response = await server.post('/v1/ask', { message: LEAVE }, { 'x-galen-as': 'staff-hr' });
    expect(Answer.parse(await response.json()).flow).toBe('desk');
    const misplaced = await server.post('/v1/ask', { message: LEAVE, flow: 'evidence', desk: {} });
    expect(misplaced.status).toBe(400);
  });
});
