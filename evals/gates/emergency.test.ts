import { describe, expect, it } from 'vitest';
import { Audience } from '../../src/domain/access.ts';
import { detectEmergency } from '../../src/gates/front/emergency/detect-emergency.ts';
import { foldDiacritics } from '../../src/language/fold-diacritics.ts';
import { EMERGENCY_FLOORS, loadEmergencyItems, measureEmergency } from './emergency.ts';

const items = loadEmergencyItems();
const measured = measureEmergency(items);

describe('the emergency set', () => {
  it('is large, in both languages, half of it harmless, told apart by id and text', () => {
    const vietnamese = items.filter(({ language }) => language === 'vi');
    const unmarked = vietnamese.filter(({ text }) => foldDiacritics(text) === text);
    expect(items.length).toBeGreaterThanOrEqual(320);
    expect(vietnamese.length / items.length).toBeGreaterThanOrEqual(0.45);
    expect(unmarked.length / vietnamese.length).toBeGreaterThanOrEqual(0.4);
    expect(items.filter(({ emergency }) => !emergency).length / items.length).toBeGreaterThanOrEqual(0.45);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(new Set(items.map(({ text }) => text)).size).toBe(items.length);
    expect(items.filter(({ split }) => split === 'held').length).toBeGreaterThanOrEqual(140);
  });
});

describe('the emergency detector on its set', () => {
  it('sees emergencies and leaves the rest alone (held)', () => {
    const { overall, missed, false_alarms } = measured.held;
    expect(overall.sensitivity, missed.join('\n')).toBeGreaterThanOrEqual(EMERGENCY_FLOORS.sensitivity);
    expect(overall.specificity, false_alarms.join('\n')).toBeGreaterThanOrEqual(EMERGENCY_FLOORS.specificity);
  });

  it.each(['en', 'vi'])('does so in each language (held): %s', (language) => {
    const counts = measured.held.by_language[language];
    expect(counts?.sensitivity).toBeGreaterThanOrEqual(EMERGENCY_FLOORS.sensitivity);
    expect(counts?.specificity).toBeGreaterThanOrEqual(EMERGENCY_FLOORS.specificity);
  });

  it('names the right kind of emergency nearly always (held)', () => {
    const { category_agreed, overall } = measured.held;
    expect(category_agreed / overall.alerted).toBeGreaterThanOrEqual(0.9);
  });

  it('says the same of a message and of its form without marks, whoever asks', () => {
    for (const { text, language } of items) {
      for (const audience of Audience.options) {
        const asker = { language, audience, country: 'VN' };
        expect(detectEmergency(foldDiacritics(text), asker), text).toEqual(detectEmergency(text, asker));
      }
    }
  });
});
