import { useState } from 'react';
import type { Proposal } from '../../../src/domain/approval.ts';
import type { ChartSummary } from '../../../src/domain/chart-summary.ts';
import { api } from '../api/client.ts';
import { useChanges } from '../conversation/conversation-changes.ts';
import { ConversationView } from '../conversation/conversation-view.tsx';
import { useAsker } from '../shell/asker-context.tsx';
import { replaceRoute } from '../shell/router.ts';
import { useLoad } from '../shell/use-load.ts';
import { useMedia } from '../shell/use-media.ts';
import { ViewFrame } from '../shell/view-frame.tsx';
import { useText } from '../text/use-text.ts';
import { ApprovalCard } from './approval-card.tsx';
import { ChartView } from './chart-view.tsx';
import { PatientBar } from './patient-bar.tsx';
import { PatientSearch } from './patient-search.tsx';
import { useApprovals, useApprovalsOfRun } from './use-approvals.ts';
import { keyOf, withDecided } from './with-decided.ts';

/** Patients, their charts, and questions that are asked with a chart. */
export function ClinicView({
  patientId,
  conversationId,
}: {
  patientId: string | null;
  conversationId: string | null;
}) {
  const { t } = useText();
  const asker = useAsker();
  if (asker !== null && !asker.may_use_charts)
    return (
      <ViewFrame title={t.nav.clinic} intro={t.noCharts}>
        {null}
      </ViewFrame>
    );
  return patientId === null ? (
    <PatientPicker />
  ) : (
    <PatientDesk key={patientId} patientId={patientId} conversationId={conversationId} />
  );
}

function PatientPicker() {
  const { t } = useText();
  const { value: proposals, error } = useApprovals();
  const [decided, setDecided] = useState<readonly Proposal[]>([]);
  return (
    <ViewFrame title={t.nav.clinic} intro={t.choosePatient}>
      <div className="grid gap-8 lg:grid-cols-[22rem_1fr]">
        <PatientSearch />
        <section>
          <h2 className="mb-3 font-semibold text-lg">{t.approvals}</h2>
          <StaleNote error={error} />
          {proposals?.length === 0 && decided.length === 0 && <p className="text-muted">{t.noApprovals}</p>}
          <div className="grid gap-4">
            {withDecided(proposals ?? [], decided).map((proposal) => (
              <ListedApproval
                key={keyOf(proposal)}
                proposal={proposal}
                // Changed values are checked anew and wait on.
                onDecided={(one) =>
                  one.state !== 'pending' && setDecided((before) => withDecided([one], before))
                }
              />
            ))}
          </div>
        </section>
      </div>
    </ViewFrame>
  );
}

/** One that waits, or was decided here: then what became of it. */
function ListedApproval({
  proposal,
  onDecided,
}: {
  proposal: Proposal;
  onDecided: (decided: Proposal) => void;
}) {
  const { value } = useApprovalsOfRun(proposal.state === 'pending' ? null : proposal.run_id);
  const now = value?.find(({ call_id }) => call_id === proposal.call_id) ?? proposal;
  return <ApprovalCard proposal={now} onDecided={onDecided} />;
}

/** One patient: the conversation about them, and their chart beside it or, where there is no room, a touch away. */
function PatientDesk({ patientId, conversationId }: { patientId: string; conversationId: string | null }) {
  const { t, language } = useText();
  const asker = useAsker();
  const changes = useChanges();
  const { value: chart, error } = useLoad(
    `chart ${patientId}`,
    (signal) => api<ChartSummary>(`/v1/patients/${encodeURIComponent(patientId)}/chart`, { signal }),
    `${language} ${changes}`,
  );
  const { value: proposals, error: approvalsError } = useApprovals();
  const pending =
    conversationId === null ? (proposals ?? []).filter(({ patient_id }) => patient_id === patientId) : [];
  const canAsk = asker?.flows.includes('clinic') ?? false;
  const isWide = useMedia('(width >= 80rem)');
  const [isChartOpen, setChartOpen] = useState(false);
  if (chart === null)
    return error === null ? (
      <p className="p-8 text-muted">{t.loading}</p>
    ) : (
      <ViewFrame title={t.nav.clinic} intro={error.message}>
        <a className="button" href="#/clinic">
          {t.patients}
        </a>
      </ViewFrame>
    );
  // Before anything is asked the chart is what there is to see.
  const isAbove = !isWide && (conversationId === null || isChartOpen);
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <PatientBar
        chart={chart}
        chartButton={
          !isWide &&
          conversationId !== null && (
            <button
              type="button"
              className="button"
              aria-expanded={isChartOpen}
              onClick={() => {
                setChartOpen(!isChartOpen);
                window.scrollTo(0, 0);
              }}
            >
              {t.chart.title}
            </button>
          )
        }
      />
      <ConversationView
        id={conversationId}
        onBegun={(id) => replaceRoute('clinic', patientId, id)}
        flow={canAsk ? 'clinic' : null}
        patientId={patientId}
        placeholder={t.askAbout(chart.patient.name)}
        before={
          <>
            <StaleNote error={error ?? approvalsError} />
            {pending.map((proposal) => (
              <div key={proposal.call_id} className="mb-5">
                <ApprovalCard proposal={proposal} onDecided={() => {}} />
              </div>
            ))}
            {isAbove && <ChartView chart={chart} />}
          </>
        }
        beside={
          isWide && (
            <aside
              aria-label={t.chart.title}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the window is scrolled by keys.
              tabIndex={0}
              className="no-print sticky top-[4.25rem] h-[calc(100dvh-4.25rem)] w-[27rem] shrink-0 overflow-y-auto border-line border-l px-5 pt-5"
            >
              <ChartView chart={chart} isNarrow />
            </aside>
          )
        }
        renderWelcome={(ask) => (
          <div className="no-print mb-6 flex flex-wrap gap-2">
            {t.clinicExamples.map((example) => (
              <button key={example} type="button" className="button" onClick={() => ask(example)}>
                {example}
              </button>
            ))}
          </div>
        )}
      />
    </div>
  );
}

/** What is shown may have changed since: it could not be loaded again. */
function StaleNote({ error }: { error: Error | null }) {
  const { t } = useText();
  if (error === null) return null;
  return (
    <p role="status" className="mb-3 rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      {error.message} {t.mayBeStale}
    </p>
  );
}
