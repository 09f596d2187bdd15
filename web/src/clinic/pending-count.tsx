import { useText } from '../text/use-text.ts';
import { useApprovals } from './use-approvals.ts';

/** How many proposed writes wait for a decision. */
export function PendingCount() {
  const { t } = useText();
  const { value } = useApprovals();
  const count = value?.length ?? 0;
  if (count === 0) return null;
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 font-semibold text-on-accent text-xs">
      <span className="sr-only">{t.approvals}: </span>
      {count}
    </span>
  );
}
