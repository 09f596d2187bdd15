import type { SafetyFinding } from '../../../src/domain/approval.ts';
import { Icon } from '../shell/icon.tsx';
import { useText } from '../text/use-text.ts';
import { isSevereFinding } from './is-severe-finding.ts';

/** What the checks found, the evidence with each. */
export function SafetyFindings({ findings }: { findings: readonly SafetyFinding[] }) {
  const { t } = useText();
  return (
    <div className="mt-3">
      <h4 className="eyebrow mb-1.5">{t.approval.findings}</h4>
      {findings.length === 0 && <p className="text-muted text-sm">{t.approval.noFindings}</p>}
      <ul className="grid gap-2">
        {findings.map(({ check, severity, message, evidence }) => (
          <li
            key={`${check} ${message}`}
            className={`flex gap-2.5 rounded-lg px-3 py-2 text-[0.9375rem] ${isSevereFinding({ severity }) ? 'bg-danger-soft' : severity === 'info' ? 'bg-sunken' : 'bg-warn-soft'}`}
          >
            <span className={isSevereFinding({ severity }) ? 'text-danger' : 'text-warn'}>
              <Icon name="warning" />
            </span>
            <span>
              <strong className="font-semibold">{t.approval.severity[severity]}.</strong> {message}
              {evidence.length > 0 && (
                <span className="block text-muted text-sm">
                  {evidence
                    .map(({ title, reference }) => (reference === null ? title : `${title} (${reference})`))
                    .join(' · ')}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
