import { describe, expect, it } from 'vitest';
import type { WriteTool } from '../../../src/domain/approval.ts';
import { WRITE_ARGS } from '../../../src/domain/chart-writes.ts';
import { EN } from '../text/texts.en.ts';
import { VI } from '../text/texts.vi.ts';
import { FIELD_CHOICES, fieldsOf, WRITE_FIELDS } from './write-fields.ts';

// The cast, because Object.keys forgets of what.
const TOOLS = Object.keys(WRITE_ARGS) as WriteTool[];

describe('the fields of a proposed write', () => {
  it.each(TOOLS)('are all that %s takes, each with a name', (tool) => {
    const taken = Object.keys(WRITE_ARGS[tool].shape).filter((name) => name !== 'patient_id');
    expect(WRITE_FIELDS[tool]).toEqual(taken);
    for (const { approval } of [EN, VI]) for (const name of taken) expect(approval.fields[name]).toBeTruthy();
  });

  it('are there also for what was not said', () => {
    const args = { patient_id: 'p', medication: 'cetirizine', dose: '10 mg', frequency: 'daily', extra: 1 };
    const fields = fieldsOf('prescribe_medication', args);
    expect(fields).toContain('route');
    expect(fields).toContain('extra');
    expect(fields).not.toContain('patient_id');
  });

  it('are only what can still be said of a change', () => {
    const args = { patient_id: 'p', medication: 'cetirizine', order_id: 'o', version: '1' };
    expect(fieldsOf('change_medication', { ...args, action: 'stop' })).toEqual(['action', 'reason']);
    expect(fieldsOf('change_medication', { ...args, action: 'change' })).toContain('dose');
  });

  it('offer every choice that the chart takes, each with a name', () => {
    const { severity, criticality, type } = WRITE_ARGS.add_allergy.shape;
    const { action } = WRITE_ARGS.change_medication.shape;
    expect(FIELD_CHOICES).toEqual({
      severity: severity.unwrap().options,
      criticality: criticality.unwrap().options,
      type: type.unwrap().options,
      action: action.options,
    });
    for (const choice of Object.values(FIELD_CHOICES).flat())
      for (const { approval } of [EN, VI]) expect(approval.choices[choice]).toBeTruthy();
  });
});
