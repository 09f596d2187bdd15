import { useMemo, useState } from 'react';
import type { Activity } from '../../../src/domain/activity.ts';
import { api } from '../api/client.ts';
import { useAsker } from '../shell/asker-context.tsx';
import { useLoad } from '../shell/use-load.ts';
import { ViewFrame } from '../shell/view-frame.tsx';
import { useText } from '../text/use-text.ts';
import { ActivityCharts } from './activity-charts.tsx';
import { ActivityFigures } from './activity-figures.tsx';
import { AuditPanel } from './audit-panel.tsx';
import { daysOfActivity } from './days-of-activity.ts';

const PERIODS = [7, 14, 30, 90];

/** What went on, as charts, and the audit chain. */
export function ActivityView() {
  const { t, language } = useText();
  const asker = useAsker();
  const [days, setDays] = useState(14);
  const { value, error } = useLoad(`activity ${days}`, (signal) =>
    api<Activity>(`/v1/activity?days=${days}`, { signal }),
  );
  const byDay = useMemo(() => (value === null ? [] : daysOfActivity(value, days, Date.now())), [value, days]);
  const isQuiet = value !== null && value.runs.length + value.refusals.length === 0;

  return (
    <ViewFrame title={t.nav.activity} intro={t.activity.intro}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">
          {value === null ? '' : value.of === 'tenant' ? t.activity.ofTenant : t.activity.ofAsker}
        </p>
        <label className="flex items-center gap-2 text-sm">
          <span className="text-muted">{t.activity.range}</span>
          <select
            className="field w-auto!"
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {PERIODS.map((period) => (
              <option key={period} value={period}>
                {t.activity.days(period)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error !== null && <p className="text-danger">{error.message}</p>}
      {value !== null && <ActivityFigures activity={value} />}
      {isQuiet && <p className="mt-6 text-muted">{t.activity.nothing}</p>}
      {byDay.length > 0 && !isQuiet && <ActivityCharts days={byDay} language={language} />}
      {asker?.may_audit ? <AuditPanel /> : <p className="mt-8 text-muted text-sm">{t.activity.noAudit}</p>}
    </ViewFrame>
  );
}
