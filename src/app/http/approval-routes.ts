import { z } from '@hono/zod-openapi';
import { Decision, Proposal } from '../../domain/approval.ts';
import { Language } from '../../domain/language.ts';
import type { Galen } from '../compose.ts';
import { type App, addRoute, found } from './route.ts';

const CallId = z.object({ id: z.uuid(), call_id: z.string().min(1).max(100) });
const DecisionBody = Decision.extend({ language: Language.default('en') });
const Proposals = z.object({ proposals: z.array(Proposal) });

/** Proposed writes to charts, and what clinicians say to them. */
export function addApprovalRoutes(app: App, { approvalDesk }: Pick<Galen, 'approvalDesk'>): void {
  addRoute(app, 'get', '/v1/approvals', {
    summary: 'The proposed writes that wait for a clinician, newest first',
    answer: Proposals,
    handle: async ({ principal }) => ({ proposals: await approvalDesk.pending(principal) }),
  });

  addRoute(app, 'get', '/v1/runs/{id}/approvals', {
    summary: 'What a turn proposed to write, and what became of it',
    what: 'run',
    answer: Proposals,
    handle: async ({ principal, id }) => ({ proposals: await approvalDesk.ofRun(principal, id) }),
  });

  addRoute(app, 'post', '/v1/runs/{id}/approvals/{call_id}', {
    summary: 'Approve, edit or reject a proposed write',
    params: CallId,
    body: DecisionBody,
    answer: Proposal,
    handle: ({ c, principal, body: { language, ...decision } }) => {
      const { id, call_id } = found(CallId.safeParse(c.req.param()).data, 'proposal');
      return approvalDesk.decide(principal, { run_id: id, call_id, language }, decision);
    },
  });
}
