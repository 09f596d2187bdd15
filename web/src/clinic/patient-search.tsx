import { useDeferredValue, useState } from 'react';
import type { ChartSummary } from '../../../src/domain/chart-summary.ts';
import { api } from '../api/client.ts';
import { hrefOf } from '../shell/router.ts';
import { useLoad } from '../shell/use-load.ts';
import { useText } from '../text/use-text.ts';
import { PatientFacts } from './patient-bar.tsx';

/** Patients by any part of their name. */
export function PatientSearch() {
  const { t } = useText();
  const [name, setName] = useState('');
  const wanted = useDeferredValue(name.trim());
  const { value, error } = useLoad(
    'patients',
    (signal) =>
      api<{ patients: ChartSummary['patient'][] }>(
        `/v1/patients${wanted === '' ? '' : `?name=${encodeURIComponent(wanted)}`}`,
        { signal },
      ),
    wanted,
  );
  return (
    <section aria-label={t.patients}>
      <input
        type="search"
        className="field"
        aria-label={t.findPatient}
        placeholder={t.findPatient}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {error !== null && <p className="mt-3 text-danger text-sm">{error.message}</p>}
      {value?.patients.length === 0 && <p className="mt-3 text-muted text-sm">{t.noPatients}</p>}
      <ul className="mt-3 divide-y divide-line">
        {value?.patients.map((patient) => (
          <li key={patient.id}>
            <a href={hrefOf('clinic', patient.id)} className="block rounded-lg px-2 py-2.5 hover:bg-sunken">
              <span className="block font-medium">{patient.name}</span>
              <PatientFacts patient={patient} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
