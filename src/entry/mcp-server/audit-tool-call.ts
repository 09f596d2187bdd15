import type { Principal } from '../../domain/access.ts';
import type { AuditBody } from '../../domain/audit-entry.ts';
import type { ToolResult } from '../../tools/tools.port.ts';

/** What the audit chain keeps of a tool that a client outside called: how it ended and what was read, not what was asked. */
export function auditOfToolCall({
  id,
  at,
  principal,
  result,
}: {
  id: string;
  at: string;
  principal: Principal;
  result: ToolResult;
}): AuditBody {
  const { tool, status, reason, passages, quarantined, sent } = result;
  return {
    id,
    at,
    tenant_id: principal.tenant_id,
    user_id: principal.user_id,
    action: 'tool',
    run_id: null,
    question: null,
    details: {
      tool,
      status,
      reason,
      documents: [...new Set(passages.map(({ document_id }) => document_id))],
      quarantined: quarantined.length,
      hosts: [...new Set(sent.map((url) => new URL(url).host))],
    },
  };
}
