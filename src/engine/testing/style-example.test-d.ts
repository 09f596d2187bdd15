import { z } from 'zod';
import { Access } from '../../domain/access.ts';
import { defineFlow } from '../define-flow.ts';
import { defineNode } from '../define-node.ts';

// The example by which flows and nodes are written, with stand-ins for what it imports: it must compile as it stands.

interface RetrievePorts {
  passages: {
    search(request: {
      query: string;
      access: Access;
      limit: number;
      signal: AbortSignal;
    }): Promise<{ id: string; score: number }[]>;
  };
}
type EvidencePorts = RetrievePorts;

const EvidenceState = z.object({
  message: z.string(),
  access: Access,
  query: z.string(),
  evidence: z.array(z.object({ id: z.string(), score: z.number() })),
  answer: z.string(),
});

const keepRelevant = (ranked: { id: string; score: number }[]) => ranked.filter(({ score }) => score > 0);

const CANDIDATES_PER_SEARCH = 40;

/** Searches both ways and keeps the passages worth reading. */
export function retrieveEvidence({ passages }: RetrievePorts) {
  return defineNode({
    reads: z.object({ query: z.string(), access: Access }),
    outcomes: ['found', 'nothing-found'],

    async run({ query, access }, { signal }) {
      const ranked = await passages.search({ query, access, limit: CANDIDATES_PER_SEARCH, signal });
      const evidence = keepRelevant(ranked);

      // Nothing relevant is an answer, not a fault: the flow decides what it means.
      return evidence.length === 0
        ? { outcome: 'nothing-found', writes: { evidence } }
        : { outcome: 'found', writes: { evidence } };
    },
  });
}

/** One clear question to the literature; a cited answer, an emergency notice with it, or an honest "not found". */
export function evidenceFlow(ports: EvidencePorts) {
  return defineFlow({
    name: 'evidence',
    state: EvidenceState,
    maxSteps: 12,
    start: 'frontGate',
    nodes: {
      frontGate: frontGate(ports),
      enhanceQuery: enhanceQuery(ports),
      retrieveEvidence: retrieveEvidence(ports),
      generateAnswer: generateAnswer(ports),
      abstain: abstain(),
      backGate: backGate(ports),
    },
    routes: {
      frontGate: { pass: 'enhanceQuery', refuse: 'end' },
      enhanceQuery: { enhanced: 'retrieveEvidence' },
      retrieveEvidence: { found: 'generateAnswer', 'nothing-found': 'abstain' },
      generateAnswer: { answered: 'backGate' },
      abstain: { done: 'backGate' },
      backGate: { done: 'end' },
    },
  });
}

const frontGate = (_ports: EvidencePorts) =>
  defineNode({
    reads: z.object({ message: z.string() }),
    outcomes: ['pass', 'refuse'],
    run: ({ message }) => ({ outcome: message === '' ? 'refuse' : 'pass' }),
  });

const enhanceQuery = (_ports: EvidencePorts) =>
  defineNode({
    reads: z.object({ message: z.string() }),
    outcomes: ['enhanced'],
    run: ({ message }) => ({ outcome: 'enhanced', writes: { query: message } }),
  });

const generateAnswer = (_ports: EvidencePorts) =>
  defineNode({
    reads: EvidenceState.pick({ evidence: true }),
    outcomes: ['answered'],
    run: async ({ evidence }) => ({ outcome: 'answered', writes: { answer: `${evidence.length}` } }),
  });

const abstain = () =>
  defineNode({
    reads: z.object({}),
    outcomes: ['done'],
    run: () => ({ outcome: 'done', writes: { answer: 'not found' } }),
  });

const backGate = (_ports: EvidencePorts) =>
  defineNode({
    reads: z.object({ answer: z.string() }),
    outcomes: ['done'],
    run: () => ({ outcome: 'done' }),
  });
