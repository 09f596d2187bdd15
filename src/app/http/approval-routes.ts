import { z } from '@hono/zod-openapi';
import { Decision, Proposal } from '../../domain/approval.ts';
import { GalenError } from '../../domain/errors.ts';
import { Language } from '../../domain/language.ts';
import type { Galen } from '../compose.ts';
import { readBody } from './read-body.ts';
import { type App, addRoute } from './route.ts';

const CallId = z.object({ id: z.uuid(), call_id: z.string().min(1).max(100) });
const DecisionBody = Decision.extend({ language: Language.default('en') });
const Proposals = z.object({ proposals: z.array(Proposal) });

/** Proposed writes to charts, and what clinicians say to them. */
export function addApprovalRoutes(app: App, { approvalDesk }: Pick<Galen, 'approvalDesk'>): void {
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/approvals',
      summary: 'The proposed writes that wait for a clinician, newest first',
      answer: Proposals,
    },
    async (c) => c.json({ proposals: await approvalDesk.pending(c.get('principal')) }),
  );

  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/runs/{id}/approvals',
      summary: 'What a turn proposed to write, and what became of it',
      params: CallId.pick({ id: true }),
      answer: Proposals,
    },
    async (c) => {
      const id = z.uuid().safeParse(c.req.param('id'));
      if (!id.success) throw new GalenError('NOT_FOUND', { what: 'run' });
      return c.json({ proposals: await approvalDesk.ofRun(c.get('principal'), id.data) });
    },
  );

  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/runs/{id}/approvals/{call_id}',
      summary: 'Approve, edit or reject a proposed write',
      params: CallId,
      body: DecisionBody,
      answer: Proposal,
    },
    async (c) => {
      const call = CallId.safeParse(c.req.param());
      if (!call.success) throw new GalenError('NOT_FOUND', { what: 'proposal' });
      const { language, ...decision } = await readBody(c, DecisionBody);
      const { id, call_id } = call.data;
      return c.json(
        await approvalDesk.decide(c.get('principal'), { run_id: id, call_id, language }, decision),
      );
    },
  );
}
