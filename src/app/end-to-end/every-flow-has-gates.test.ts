import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/define-flow.ts';
import { backGate } from '../../flows/shared/back-gate.ts';
import { frontGate } from '../../flows/shared/front-gate.ts';
import { createBackGate } from '../../gates/back/create-back-gate.ts';
import { createFrontGate } from '../../gates/front/create-front-gate.ts';
import { type RunningGalen, startGalen } from '../testing/start-galen.ts';

const FLOWS_FOLDER = fileURLToPath(new URL('../../flows', import.meta.url));

let server: RunningGalen;
beforeAll(async () => {
  server = await startGalen();
});
afterAll(() => server.stop());

describe('every flow', () => {
  it('begins with the front gate and ends only by its refusal or through the back gate', () => {
    expect(server.galen.flows.length).toBeGreaterThan(0);
    for (const { flow } of server.galen.flows) expect(gateViolations(flow), flow.name).toEqual([]);
  });

  it('that is defined is one of those, so that none escapes', () => {
    const texts = readdirSync(FLOWS_FOLDER, { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.ts$/u.test(file))
      .map((file) => readFileSync(`${FLOWS_FOLDER}/${file}`, 'utf8'));
    const defined = texts.flatMap((text) =>
      [...text.matchAll(/defineFlow\(\{\s*name: '([a-z-]+)'/gu)].map(([, name]) => name),
    );
    const calls = texts.flatMap((text) => text.match(/defineFlow\(/gu) ?? []);
    expect(defined).toHaveLength(calls.length);
    // A sub-flow is within the gates of the flow it is a step of.
    const known = server.galen.flows.flatMap(({ flow }) => [flow.name, ...subFlowsOf(flow)]);
    expect(defined.sort()).toEqual([...new Set(known)].sort());
  });

  const front = frontGate({ frontGate: createFrontGate(), flow: 'evidence' });
  const back = backGate({ backGate: createBackGate() });
  const sound = {
    name: 'sound',
    start: 'frontGate',
    nodes: { frontGate: front, write: front, backGate: back },
    routes: {
      frontGate: { pass: 'write', refuse: 'end' },
      write: { pass: 'backGate' },
      backGate: { done: 'end' },
    },
  };

  it.each([
    ['begins elsewhere', { start: 'write' }],
    ['ends before the back gate', { routes: { ...sound.routes, write: { pass: 'end' } } }],
    ['lets what passed the front gate end', { routes: { ...sound.routes, frontGate: { pass: 'end' } } }],
    ['calls another node its front gate', { nodes: { ...sound.nodes, frontGate: back } }],
    ['calls another node its back gate', { nodes: { ...sound.nodes, backGate: front } }],
    ['has no back gate', { nodes: { frontGate: front, write: front } }],
  ])('is found out when it %s', (_, part) => {
    expect(gateViolations(sound)).toEqual([]);
    expect(gateViolations({ ...sound, ...part })).not.toEqual([]);
  });
});

function subFlowsOf({ nodes }: Pick<Flow, 'nodes'>): string[] {
  return Object.values(nodes).flatMap((node) =>
    node.kind === 'sub-flow' ? [node.flow.name, ...subFlowsOf(node.flow)] : [],
  );
}

/** What keeps a flow from having both gates on every way through it. */
function gateViolations({ start, nodes, routes }: Pick<Flow, 'start' | 'nodes' | 'routes'>): string[] {
  const ends = Object.entries(routes).flatMap(([node, outcomes]) =>
    Object.entries(outcomes)
      .filter(([, target]) => target === 'end')
      .map(([outcome]) => `${node}:${outcome}`),
  );
  return [
    ...(start === 'frontGate' ? [] : [`begins with ${start}`]),
    ...(nodes.frontGate?.step === 'validate' ? [] : ['frontGate is not the front gate']),
    ...(nodes.backGate?.step === 'verify' ? [] : ['backGate is not the back gate']),
    ...ends.filter((end) => end !== 'frontGate:refuse' && !end.startsWith('backGate:')),
  ];
}
