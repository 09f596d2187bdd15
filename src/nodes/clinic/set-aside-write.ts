import { type WriteCall, WriteTool } from '../../domain/approval.ts';
import type { NameSeal } from '../../guardrails/name-seal.port.ts';
import type { PlannedCall, TimelineStep } from './clinic-state.ts';
import { restoreArguments } from './restore-arguments.ts';

interface Kept {
  sealed_names: string;
  write_calls: readonly WriteCall[];
  reasoning_timeline: readonly TimelineStep[];
}

/** Puts a write with those that wait to be proposed, or gives null when the call changes nothing. */
export function setAsideWrite(
  { call_id, tool, args, query }: PlannedCall,
  names: NameSeal,
  { sealed_names, write_calls, reasoning_timeline }: Kept,
): { write_calls: WriteCall[]; reasoning_timeline: TimelineStep[] } | null {
  const write = WriteTool.safeParse(tool);
  if (!write.success) return null;
  const meant = restoreArguments(args, names, sealed_names);
  return {
    write_calls: [...write_calls, { call_id, tool: write.data, args: meant }],
    reasoning_timeline: [
      ...reasoning_timeline,
      { step: 'tool', tool, query, detail: 'set aside for approval' },
    ],
  };
}
