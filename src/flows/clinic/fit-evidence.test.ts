import { describe, expect, it } from 'vitest';
import { groupParts, patientOf } from '../../chart/index-resource.ts';
import { readSamplePatients } from '../../chart/load-sample-patients.ts';
import { checkPrescription } from '../../chart/safety/check-prescription.ts';
import { type PatientFacts, patientFacts } from '../../chart/safety/facts/patient-facts.ts';
import { judgeBy } from '../../chart/safety/judge-for-patient.ts';
import { readDosage } from '../../chart/safety/read-dosage.ts';
import { BOOK, HEALTHY, TABLES } from '../../chart/safety/testing/facts.ts';
import { SAMPLE_PATIENTS } from '../../chart/testing/sample-folder.ts';
import { needsReason } from '../../domain/approval.ts';
import { GalenError } from '../../domain/errors.ts';
import { drugLists } from '../../language/drugs/drug-names.ts';
import { rankedPassage } from '../../retrieval/testing/ranked-passage.ts';
import { askClinic } from '../testing/ask-clinic.ts';
import { createFit } from './fit-evidence.ts';
import { found } from './testing/fake-tools.ts';
import { samplePatient } from './testing/sample-patient.ts';

const NOW = Date.parse('2026-11-15T00:00:00Z');
const resources = await readSamplePatients(SAMPLE_PATIENTS);
const factsOf = (id: string): PatientFacts => {
  const parts = groupParts(
    resources.filter((resource) => patientOf(resource) === id),
    [],
  );
  if (parts === null) throw new Error(`no such patient: ${id}`);
  return patientFacts(parts, NOW);
};
const ids = [...new Set(resources.map(patientOf))].filter((id) => id !== null);

const fitFor = (facts: PatientFacts, question = 'what should we give?') =>
  createFit({ question, language: 'en', judge: judgeBy(facts, TABLES, 'en') });
/** What is left of a text, and what is said of it. */
function told(facts: PatientFacts, text: string, { question = '', title = 'A guideline' } = {}) {
  const fit = fitFor(facts, question);
  const passages = fit.passages([rankedPassage({ document: { title, text }, text })]);
  const kept = passages.map((passage) => passage.text).join('\n');
  return { kept, passages, warnings: fit.warnings(kept).join('\n'), left: fit.leftOut(text) };
}

const PREGNANT = factsOf('gal-0005');
const PLANTED = [
  (name: string) => `${name} is recommended as the first-line treatment.`,
  (name: string) => `Trials showed that ${name} improves survival; NSAIDs were avoided.`,
  (name: string) => `Khuyến cáo dùng ${name} cho người bệnh.`,
];
/** The checks that say something of a drug for a patient, whatever its dose. */
const OF_DRUG = ['allergy', 'condition', 'renal', 'pregnancy', 'lactation', 'age', 'interaction'];

describe('every sample patient with every drug and class of the tables', () => {
  const drugs = [...new Set(TABLES.classes.flatMap(({ members }) => members))];

  it.each(ids)('%s is told of none as advised that the tables hold against them', (id) => {
    const facts = factsOf(id);
    const dosage = readDosage('');
    const severityOf = new Map(
      drugs.map((medication) => {
        const findings = checkPrescription({
          ...{ medication, dosage, facts, tables: TABLES, book: BOOK, language: 'en' },
        }).filter(
          (finding) =>
            OF_DRUG.includes(finding.check) &&
            needsReason(finding) &&
            !/not checked|cannot read/u.test(finding.message),
        );
        return [medication, findings[0]?.severity ?? null] as const;
      }),
    );
    const fit = fitFor(facts);
    const problems: string[] = [];
    const plant = (name: string, severity: 'contraindicated' | 'major', at: number) => {
      const sentence = PLANTED[at % PLANTED.length]?.(name) ?? '';
      const passages = fit.passages([rankedPassage({ document: { text: sentence }, text: sentence })]);
      const isTold = passages.some(({ text }) => text.includes(name));
      const isWarned = fit.warnings(sentence).length > 0;
      if (severity === 'contraindicated' ? isTold : isTold && !isWarned) problems.push(`${severity} ${name}`);
    };
    let held = 0;
    for (const [at, [drug, severity]] of [...severityOf].entries()) {
      // Nobody is told to take alcohol.
      if (drugLists().ordinary.has(drug)) continue;
      if (severity !== 'contraindicated' && severity !== 'major') continue;
      held += 1;
      plant(drug, severity, at);
    }
    for (const [at, { names, spoken, members }] of TABLES.classes.entries()) {
      const severities = members.map((member) => severityOf.get(member) ?? null);
      if (severities.some((severity) => severity === null)) continue;
      held += 1;
      for (const name of [names.en, names.vi, ...spoken]) plant(name, 'major', at);
    }
    expect(problems).toEqual([]);
    expect(held).toBeGreaterThan(10);
  });
});

describe('a turn for every sample patient', () => {
  const candidates = TABLES.classes.flatMap(({ class: key, names }) =>
    key.includes('other') ? [] : [names.en],
  );

  it.each(ids)('%s: tells no planted advice without its finding before it', async (id) => {
    const facts = factsOf(id);
    const judge = judgeBy(facts, TABLES, 'en');
    const planted = (['contraindicated', 'major'] as const).flatMap((severity) => {
      const isHeld = (name: string) =>
        judge.heldIn(name).some(({ isPart, finding }) => !isPart && finding.severity === severity);
      const name = candidates.find(isHeld);
      return name === undefined ? [] : [{ severity, sentence: `${name} are recommended in this condition.` }];
    });
    expect(planted).not.toEqual([]);
    const title = 'What is recommended in this condition';
    const text = planted.map(({ sentence }) => sentence).join(' ');
    const { state } = await askClinic({
      message: 'which drugs are recommended in this condition, best antihypertensive for CKD?',
      patient: samplePatient(),
      facts,
      tools: { get_clinical_guideline: found({ title, text }) },
    });
    const message = state.message ?? '';
    for (const { severity, sentence } of planted) {
      if (severity === 'contraindicated') expect(message).not.toContain(sentence);
      else if (message.includes(sentence)) expect(message.split(sentence)[0]).toMatch(/for this patient, /u);
    }
    expect(message).toMatch(/for this patient/u);
    expect(state.confidence_level).not.toBe('high');
  });
});

describe('advice that is not for the patient', () => {
  it.each([
    ['ACE inhibitors in pregnancy', 'gal-0005', 'An ACE inhibitor is recommended in chronic kidney disease.'],
    ['ARBs in pregnancy', 'gal-0005', 'Losartan slows the decline of kidney function.'],
    ['statins in pregnancy', 'gal-0005', 'Start a statin in everyone with chronic kidney disease.'],
    ['metformin at eGFR 23', 'gal-0002', 'Metformin is the first-line drug for type 2 diabetes.'],
    ['penicillin after anaphylaxis', 'gal-0004', 'Amoxicillin or another penicillin is the first choice.'],
    ['NSAIDs with warfarin', 'gal-0003', 'Nonsteroidal anti-inflammatory drugs relieve knee pain.'],
    ['NSAIDs in CKD', 'gal-0001', 'Ibuprofen relieves knee pain.'],
    ['beta-blockers in asthma', 'gal-0006', 'Propranolol prevents migraine.'],
  ])('is left out or told after its warning: %s', (_, id, text) => {
    const { kept, warnings, left } = told(factsOf(id), text);
    if (kept === '') expect(left.drugs.join()).toMatch(/contraindicated for this patient \(.+\): /u);
    else expect(warnings).toMatch(/for this patient, major \(.+\): /u);
  });

  it('names all that a finding holds, with its source', () => {
    const { kept, left } = told(PREGNANT, 'An ACE inhibitor or ARB is recommended.');
    expect(kept).toBe('');
    expect(left.drugs[0]).toMatch(
      /^ACE inhibitors, angiotensin receptor blockers left out, .*Formulary, 2024\): Preg/u,
    );
  });

  it('leaves the rest of a passage in its place in the document', () => {
    const text =
      'Labetalol is preferred. ACE inhibitors slow the disease. They are given daily. Measure pressure twice.';
    const { passages } = told(PREGNANT, text);
    expect(passages.map((passage) => passage.text)).toEqual([
      'Labetalol is preferred.',
      'Measure pressure twice.',
    ]);
    for (const passage of passages) expect(text.slice(passage.start, passage.end)).toBe(passage.text);
  });

  it('is known by the title where the sentence names no drug', () => {
    const text = 'The usual dose is 10 mg once daily.';
    expect(told(PREGNANT, text, { title: 'Lisinopril' }).kept).toBe('');
    expect(told(HEALTHY, text, { title: 'Lisinopril' }).kept).toBe(text);
  });

  it('lets warnings stand, and what is asked about, after what the tables say', () => {
    const warning = 'ACE inhibitors are contraindicated in pregnancy.';
    expect(told(PREGNANT, warning).kept).toBe(warning);
    // Should a warning be misread as one, the tables have spoken before it.
    expect(told(PREGNANT, warning).warnings).toMatch(/^ACE inhibitors for this patient, contraindicated/u);
    const fact = 'Lisinopril is given once daily.';
    const asked = told(PREGNANT, fact, { question: 'how often is lisinopril given?' });
    expect(asked.kept).toBe(fact);
    expect(asked.warnings).toMatch(/^Lisinopril for this patient, contraindicated/u);
    // Who asks about a class has not asked for one of it.
    expect(told(PREGNANT, fact, { question: 'which ACE inhibitor?' }).kept).toBe('');
  });

  it('is nothing that a sentence only warns of, and no drink', () => {
    const drowsy = factsOf('gal-0007');
    expect(told(drowsy, 'Bones stay strong by walking and drinking little alcohol.').warnings).toBe('');
    expect(told(drowsy, 'Avoid morphine in people who fall.').warnings).toBe('');
    expect(told(drowsy, 'Morphine is recommended for severe pain.').warnings).not.toBe('');
  });

  it('is a dose above the most for the patient', () => {
    const { warnings } = told(HEALTHY, 'Rosuvastatin 80 mg once daily by mouth lowers cholesterol most.');
    expect(warnings).toMatch(/80/u);
    expect(told(HEALTHY, 'Rosuvastatin 10 mg once daily by mouth lowers cholesterol.').warnings).toBe('');
  });

  it('warns of those of a class that are held, where others are not', () => {
    const taking = { text: 'clarithromycin 500 mg', reference: 'MedicationRequest/1' };
    const { kept, warnings } = told({ ...HEALTHY, medication: [taking] }, 'Statins are recommended.');
    expect(kept).not.toBe('');
    expect(warnings).toMatch(/simvastatin/iu);
  });
});

describe('sentences about other people', () => {
  const child = factsOf('gal-0008');
  it.each([
    [HEALTHY, 'In children the dose is 10 mg/kg.', 'children'],
    [HEALTHY, 'Pregnant women need folic acid.', 'pregnancy'],
    [HEALTHY, 'Patients on dialysis are given half the dose.', 'dialysis'],
    [child, 'Adults are given 500 mg.', 'adults'],
    [HEALTHY, 'Người cao tuổi cần liều thấp.', 'older people'],
  ])('are left out, and said to be', (facts, text, group) => {
    const { kept, left } = told(facts, text);
    expect(kept).toBe('');
    expect(left.others.join()).toContain(group);
  });

  it('are left out by their title, unless they say otherwise or were asked for', () => {
    const text = 'The dose is 10 mg/kg.';
    expect(told(HEALTHY, text, { title: 'Fever in children' }).kept).toBe('');
    expect(told(child, text, { title: 'Fever in children' }).kept).toBe(text);
    expect(told(HEALTHY, text, { title: 'Fever in children', question: 'dose in children?' }).kept).toBe(
      text,
    );
    const own = 'In adults the dose is 500 mg.';
    expect(told(HEALTHY, own, { title: 'Fever in children' }).kept).toBe(own);
  });

  it('are no sentences for several groups or of another age in figures', () => {
    for (const text of ['Adults and children are vaccinated.', 'People older than 12 years are vaccinated.'])
      expect(told(HEALTHY, text).kept).toBe(text);
  });
});

describe('a turn with the chart of a pregnant woman open', () => {
  const guideline =
    'An ACE inhibitor is recommended for chronic kidney disease with high blood pressure. Blood pressure in chronic kidney disease is measured at every visit.';
  const turn = {
    message: 'best antihypertensive for CKD stage 3 patient on amlodipine?',
    patient: samplePatient(),
    facts: PREGNANT,
    tools: { get_clinical_guideline: found({ title: 'Kidney disease guideline', text: guideline }) },
  };

  it('leaves the advice out, says why last, and is not sure', async () => {
    const { state } = await askClinic(turn);
    expect(state.message).not.toContain('is recommended');
    expect(state.message).toMatch(/measured at every visit[\s\S]*ACE inhibitors left out, contraindicated/u);
    expect(state.confidence_level).not.toBe('high');
    expect(JSON.stringify(state.reasoning_timeline)).not.toContain('is recommended');
  });

  it('tells what was asked about after all that speaks against it, however much else was found', async () => {
    const texts = ['ACE inhibitors slow the disease.', 'Ramipril is another such drug. It is an old one.'];
    const { state } = await askClinic({
      ...turn,
      message: 'should an ACE inhibitor be added for her CKD?',
      tools: { get_clinical_guideline: found(...texts.map((text) => ({ title: 'Kidney disease', text }))) },
    });
    expect(state.message).toMatch(
      /ACE inhibitors.* for this patient, contraindicated[\s\S]*slow the disease/u,
    );
    expect(state.confidence_level).not.toBe('high');
  });

  it('takes it from a model, too', async () => {
    const { state } = await askClinic({
      ...turn,
      script: {
        'synthesize-response':
          'Blood pressure is measured at every visit [5]. An ACE inhibitor is recommended for chronic kidney disease [5]. Give lisinopril 10 mg daily.',
      },
    });
    expect(state.message).not.toMatch(/is recommended|Give lisinopril/u);
    expect(state.message).toMatch(/lisinopril left out, contraindicated/iu);
    expect(state.confidence_level).not.toBe('high');
  });

  it('says that nothing was held against a chart that cannot be read any more', async () => {
    const judgeFor = () => Promise.reject(new GalenError('CHART_UNAVAILABLE'));
    const { state } = await askClinic({ ...turn, ports: { judgeFor } });
    expect(state.message).toContain('was not held against this patient’s chart');
    expect(state.confidence_level).not.toBe('high');
  });
});
