import { pathToFileURL } from 'node:url';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { z } from 'zod';
import { createRunContext } from '../src/engine/create-run-context.ts';
import { defineFlow } from '../src/engine/define-flow.ts';
import { defineNode } from '../src/engine/define-node.ts';
import { runFlow } from '../src/engine/run-flow.ts';

const NODES = 10;
const ROUNDS = 60;
const WARM_UP_ROUNDS = 10;
const RUNS_A_ROUND = 10;

const Hit = z.object({ id: z.string(), title: z.string(), score: z.number() });
const BenchState = z.object({
  question: z.string(),
  language: z.string(),
  query: z.string(),
  hits: z.array(Hit),
  answer: z.string(),
  confidence: z.number(),
});
type BenchState = z.infer<typeof BenchState>;

const INPUT = {
  question: 'What are the side effects of metformin?',
  language: 'en',
  hits: Array.from({ length: 5 }, (_, index) => ({ id: `p${index}`, title: 'A trial', score: index / 5 })),
};

/** The same ten steps on raw LangGraph and on the engine, in turns, so that the machine's moods hit both alike. */
export async function benchEngineOverhead(): Promise<{
  raw_us_per_node: number;
  galen_us_per_node: number;
  ratio: number;
}> {
  const contenders = [
    { run: rawLangGraph(), samples: [] as number[] },
    { run: galenFlow(), samples: [] as number[] },
  ] as const;
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const { run, samples } of contenders) {
      const since = performance.now();
      for (let runs = 0; runs < RUNS_A_ROUND; runs += 1) await run();
      const perNode = ((performance.now() - since) * 1000) / (RUNS_A_ROUND * NODES);
      if (round >= WARM_UP_ROUNDS) samples.push(perNode);
    }
  }
  const [raw, galen] = contenders.map(({ samples }) => median(samples)) as [number, number];
  return { raw_us_per_node: raw, galen_us_per_node: galen, ratio: galen / raw };
}

/** The work of every step, the same on both sides. */
function work(index: number, { question, hits }: Pick<BenchState, 'question' | 'hits'>) {
  return { query: `${question} ${index}`, confidence: (hits[0]?.score ?? 0) + index };
}

function rawLangGraph(): () => Promise<unknown> {
  const Channels = Annotation.Root({
    question: Annotation<string>,
    language: Annotation<string>,
    query: Annotation<string>,
    hits: Annotation<BenchState['hits']>,
    answer: Annotation<string>,
    confidence: Annotation<number>,
  });
  const indexes = Array.from({ length: NODES }, (_, index) => index);
  const graph = new StateGraph(Channels).addNode(
    indexes.map((index): [string, (state: typeof Channels.State) => Promise<object>] => [
      `step${index}`,
      async (state) => work(index, state),
    ]),
  );
  graph.addEdge(START, 'step0');
  for (const index of indexes) {
    const next = index + 1 < NODES ? `step${index + 1}` : END;
    const route = ({ confidence }: typeof Channels.State) => (confidence >= 0 ? 'done' : 'unsure');
    graph.addConditionalEdges(`step${index}`, route, { done: next, unsure: END });
  }
  const compiled = graph.compile();
  return () => compiled.invoke(INPUT);
}

function galenFlow(): () => Promise<unknown> {
  const step = (index: number) =>
    defineNode({
      reads: z.object({ question: z.string(), hits: z.array(Hit) }),
      outcomes: ['done', 'unsure'],
      async run(reads) {
        const writes = work(index, reads);
        return { outcome: writes.confidence >= 0 ? 'done' : 'unsure', writes };
      },
    });
  const flow = defineFlow({
    name: 'bench',
    state: BenchState,
    maxSteps: NODES,
    start: 'step0',
    nodes: {
      step0: step(0),
      step1: step(1),
      step2: step(2),
      step3: step(3),
      step4: step(4),
      step5: step(5),
      step6: step(6),
      step7: step(7),
      step8: step(8),
      step9: step(9),
    },
    routes: {
      step0: { done: 'step1', unsure: 'end' },
      step1: { done: 'step2', unsure: 'end' },
      step2: { done: 'step3', unsure: 'end' },
      step3: { done: 'step4', unsure: 'end' },
      step4: { done: 'step5', unsure: 'end' },
      step5: { done: 'step6', unsure: 'end' },
      step6: { done: 'step7', unsure: 'end' },
      step7: { done: 'step8', unsure: 'end' },
      step8: { done: 'step9', unsure: 'end' },
      step9: { done: 'end', unsure: 'end' },
    },
  });
  const events: unknown[] = [];
  return async () => {
    events.length = 0;
    const context = createRunContext({
      runId: 'bench',
      timeoutMs: 60_000,
      limits: { llm_calls: 10, tokens: 10_000 },
      emit: (event) => events.push(event),
    });
    const result = await runFlow(flow, INPUT, context);
    context.dispose();
    return result;
  };
}

function median(samples: number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { raw_us_per_node, galen_us_per_node, ratio } = await benchEngineOverhead();
  console.log(`raw LangGraph  ${raw_us_per_node.toFixed(0)} µs a node`);
  console.log(`Galen          ${galen_us_per_node.toFixed(0)} µs a node`);
  console.log(`ratio          ${ratio.toFixed(2)}× (target below 1×)`);
}
