import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Answer } from '../../domain/answer.ts';
import { DeskFinal, DeskProgress, SemanticRouting } from '../../domain/desk-output.ts';
import type { FakeModelServer } from '../../llm/testing/fake-model-server.ts';
import { startFakeOpenAi } from '../../llm/testing/fake-openai.ts';
import { deskModel, taskOf } from '../testing/desk-model.ts';
import { readEvents } from '../testing/read-events.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const VALUES = 'giá trị cốt lõi, muộn có ảnh hưởng đến giá trị nào không';
const LEAVE = 'Tính toán chi phí nghỉ phép và so sánh với chính sách công ty';
/** What the leave costs is worked out from these words of the policy, and held against the last. */
const LEAVE_FIGURES = [
  '11.000.000 đồng một tháng',
  'chia cho 22 ngày',
  '14 ngày một năm',
  'chính sách là 8.000.000 đồng',
];

const VALUES_MODEL = deskModel({
  route: {
    is_chitchat: false,
    refined_query:
      'Bệnh viện có bao nhiêu giá trị cốt lõi, và việc đi muộn có ảnh hưởng đến giá trị nào không?',
    agents: [
      { agent: 'general', queries: ['Giá trị cốt lõi của bệnh viện là gì?'], tools: ['rag_tool'] },
      {
        agent: 'hr',
        queries: ['Đi muộn ảnh hưởng đến giá trị cốt lõi nào?', 'Xử lý khi nhân viên đi muộn nhiều lần'],
        tools: ['rag_tool', 'summary_tool'],
      },
    ],
  },
});
const LEAVE_MODEL = deskModel({
  route: {
    is_chitchat: false,
    refined_query: LEAVE,
    agents: [
      {
        agent: 'hr',
        queries: ['Chính sách và cách tính chi phí nghỉ phép', 'Chi phí nghỉ phép theo lương cơ bản'],
        tools: ['rag_tool', 'summary_tool', 'math_tool'],
      },
    ],
  },
});

/** Two whole Galens with all their knowledge are started. */
const START_MS = 180_000;

let model: FakeModelServer;
let withModel: RunningGalen;
let without: RunningGalen;
beforeAll(async () => {
  model = await startFakeOpenAi([]);
  withModel = await startGalen({ GALEN_MODEL: 'openai-compatible/test', GALEN_MODEL_URL: model.url });
  without = await startGalen();
}, START_MS);
afterAll(async () => {
  await withModel.stop();
  await without.stop();
  await model.close();
});

/** One question as the stream tells it: every progress event in the agreed shapes, and the answer at its end. */
async function ask(server: RunningGalen, query: string) {
  model.requests.length = 0;
  const headers = { 'x-galen-as': 'staff-hr', accept: 'text/event-stream' };
  const events = await readEvents(await server.post('/v1/desk', { query }, headers));
  const progress = events
    .filter(({ type }) => type === 'progress')
    .map(({ data }) => DeskProgress.parse(data));
  const answer = Answer.parse(events.find(({ type }) => type === 'answer')?.data);
  const routed = progress.flatMap(({ output }) =>
    output.processing_status === 'routed' ? output.semantic_routing : [],
  );
  const agents = progress.flatMap(({ output }) =>
    output.processing_status === 'ready_for_resolution' ? output.agent_responses : [],
  );
  return {
    answer,
    agents,
    final: DeskFinal.parse(answer.output),
    routing: SemanticRouting.parse(routed[0]),
    percentages: progress.map(({ output }) => output.progress_percentage),
    calls: model.requests.map(taskOf),
  };
}

function expectTrueCitations({ citations, message }: Answer): void {
  expect(citations.length).toBeGreaterThan(0);
  for (const { text, start_pos, end_pos } of citations) expect(message.slice(start_pos, end_pos)).toBe(text);
}

describe.each(['without a model', 'with a model'] as const)(
  'the worked examples in Vietnamese, %s',
  (how) => {
    const isModel = how === 'with a model';
    const server = () => (isModel ? withModel : without);

    it('core values and lateness: two departments, the old count set aside by a named rule', async () => {
      model.script(VALUES_MODEL);
      const { answer, final, routing, agents, calls } = await ask(server(), VALUES);
      expect(calls).toEqual(isModel ? ['route', 'summarise', 'compose'] : []);
      expect(answer.degraded === null).toBe(isModel);
      expect(Object.keys(routing.agents).sort()).toEqual(['general', 'hr']);
      expect(routing.permission.user_access).toEqual(['public', 'internal', 'private']);
      expect(agents.map(({ agent }) => agent).sort()).toEqual(['general', 'hr']);
      expect(final.answer).toContain('4 giá trị cốt lõi');
      expect(final.answer).not.toContain('5 giá trị cốt lõi');
      expect(final.answer).toContain('Đi muộn ảnh hưởng trực tiếp đến giá trị cốt lõi Kỷ luật');
      expect(final.reasoning).toMatch(/mới hơn \(2025-06-10 so với 2019-03-01\)/u);
      expect(final.flow_action.find(({ type }) => type === 'resolver')).toMatchObject({
        node_id: 'ConflictResolver',
        resolved_conflicts: expect.any(Number),
        metadata: {
          conflicts: expect.arrayContaining([expect.objectContaining({ rule: 'recency', kind: 'number' })]),
        },
      });
      expect(final.execution_metadata).toMatchObject({ conflict_resolution_applied: true });
      expect(final.evidence.map(({ url }) => url)).toContain(
        'https://intra.hoasen.example/policies/general-core-values-vi',
      );
      expectTrueCitations(answer);
    });

    it('leave cost: search, then summary, then calculation; the number right and each of its inputs cited', async () => {
      model.script(LEAVE_MODEL);
      const { answer, final, routing, calls, percentages } = await ask(server(), LEAVE);
      expect(calls).toEqual(isModel ? ['route', 'summarise', 'compose'] : []);
      expect(routing.agents.hr?.sequential_tools).toEqual(['rag_tool', 'summary_tool', 'math_tool']);
      expect(final.execution_metadata.tools_executed).toEqual(['rag_tool', 'summary_tool', 'math_tool']);
      expect(final.answer).toContain('11.000.000 ÷ 22 × 14 = 7.000.000 đồng');
      expect(final.answer).toContain('thấp hơn mức 8.000.000 đồng là 1.000.000 đồng');
      const quotes = answer.citations.map(({ quote }) => quote).join('\n');
      for (const figure of LEAVE_FIGURES) expect(quotes).toContain(figure);
      const math = final.flow_action.find(({ tool }) => tool === 'math_tool');
      expect(math?.depends_on).toContain('hr#summary');
      expect(percentages).toEqual([...percentages].sort((a, b) => a - b));
      expect(percentages.at(-1)).toBe(95);
      expectTrueCitations(answer);
    });
  },
);
