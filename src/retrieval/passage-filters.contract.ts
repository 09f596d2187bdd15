import { describe, expect, it } from 'vitest';
import type { PassageFilters, PassageIndex } from './passage-index.port.ts';
import { documentIds, sampleTenant } from './testing/sample-tenant.ts';

/** The part of the passage index contract that says what filters leave. */
export function passageFilterContract(index: () => PassageIndex): void {
  describe('filters', () => {
    const tenant = () => sampleTenant(index());

    it('hold inside the query, alone and together', async () => {
      const { store, ask } = tenant();
      await store({
        id: 'a',
        source_type: 'pubmed',
        evidence_level: 'rct',
        collection: 'x',
        language: 'en',
      });
      await store({
        id: 'b',
        source_type: 'guidelines',
        evidence_level: 'rct',
        collection: 'y',
        language: 'en',
      });
      await store({
        id: 'c',
        source_type: 'pubmed',
        evidence_level: 'case_report',
        collection: 'y',
        language: 'vi',
      });
      const found = async (filters: PassageFilters) =>
        documentIds(await ask('metformin', { filters })).sort();
      expect(await found({ source_types: ['pubmed'] })).toEqual(['a', 'c']);
      expect(await found({ evidence_levels: ['rct', 'meta_analysis'] })).toEqual(['a', 'b']);
      expect(await found({ collections: ['y'] })).toEqual(['b', 'c']);
      expect(await found({ languages: ['vi'] })).toEqual(['c']);
      expect(await found({ source_types: ['pubmed'], collections: ['x', 'y'], languages: ['en'] })).toEqual([
        'a',
      ]);
      expect(await found({ source_types: [] })).toEqual([]);
      expect(await found({ source_types: null, collections: null })).toEqual(['a', 'b', 'c']);
    });

    it('leave what is written for a role to that role, and what is for everyone to all', async () => {
      const { store, ask } = tenant();
      await store({ id: 'all', role: null });
      await store({ id: 'patient', role: 'patient_diabetes' });
      await store({ id: 'doctor', role: 'doctor_endocrine' });
      const found = async (roles: string[] | null) =>
        documentIds(await ask('metformin', { filters: { roles } })).sort();
      expect(await found(['patient_diabetes'])).toEqual(['all', 'patient']);
      expect(await found(['patient_diabetes', 'doctor_endocrine'])).toEqual(['all', 'doctor', 'patient']);
      expect(await found(['nobody'])).toEqual(['all']);
      expect(await found([])).toEqual(['all']);
      expect(await found(null)).toEqual(['all', 'doctor', 'patient']);
    });

    it('choose by department among what may be read', async () => {
      const { store, ask, access } = tenant();
      await store({ id: 'heart', department: 'cardiology', scope: 'internal' });
      await store({ id: 'teeth', department: 'dental', scope: 'internal' });
      await store({ id: 'none', scope: 'internal' });
      const found = async (held: string[], departments: string[] | null) =>
        documentIds(
          await ask('metformin', {
            access: { ...access, scopes: ['internal'], departments: held },
            filters: { departments },
          }),
        ).sort();
      expect(await found(['*'], ['cardiology'])).toEqual(['heart']);
      expect(await found(['dental'], ['cardiology', 'dental'])).toEqual(['teeth']);
      expect(await found(['dental'], ['cardiology'])).toEqual([]);
      expect(await found(['dental'], null)).toEqual(['none', 'teeth']);
    });

    it('choose documents for the whole hospital by topic, beside those of a department', async () => {
      const { store, ask, access } = tenant();
      await store({ id: 'heart', department: 'cardiology', scope: 'internal', topic: 'leave' });
      await store({ id: 'teeth', department: 'dental', scope: 'internal', topic: 'leave' });
      await store({ id: 'house', scope: 'internal', topic: 'leave' });
      await store({ id: 'other', scope: 'internal', topic: 'passwords' });
      const found = async (departments: string[] | null, house_topics: string[] | null) =>
        documentIds(
          await ask('metformin', {
            access: { ...access, scopes: ['internal'], departments: ['cardiology'] },
            filters: { departments, house_topics },
          }),
        ).sort();
      expect(await found(['cardiology'], ['leave'])).toEqual(['heart', 'house']);
      expect(await found(['dental'], ['leave', 'passwords'])).toEqual(['house', 'other']);
      expect(await found(['cardiology'], [])).toEqual(['heart']);
      expect(await found([], ['passwords'])).toEqual(['other']);
      expect(await found([], [])).toEqual([]);
      expect(await found(null, ['leave'])).toEqual(['heart', 'house', 'other']);
    });

    it('choose by topic and sub-topic, and then leave out what has none', async () => {
      const { store, ask } = tenant();
      await store({ id: 'diet', topic: 'diabetes', sub_topic: 'diet' });
      await store({ id: 'drugs', topic: 'diabetes', sub_topic: 'drugs' });
      await store({ id: 'heart', topic: 'heart', sub_topic: 'diet' });
      await store({ id: 'none' });
      const found = async (filters: PassageFilters) =>
        documentIds(await ask('metformin', { filters })).sort();
      expect(await found({ topics: ['diabetes'] })).toEqual(['diet', 'drugs']);
      expect(await found({ sub_topics: ['diet'] })).toEqual(['diet', 'heart']);
      expect(await found({ topics: ['diabetes'], sub_topics: ['diet'] })).toEqual(['diet']);
      expect(await found({ topics: ['heart', 'skin'] })).toEqual(['heart']);
      expect(await found({ topics: [] })).toEqual([]);
    });

    it('choose by the first and the last year, both included', async () => {
      const { store, ask } = tenant();
      for (const year of [2009, 2010, 2015, 2020, 2021]) await store({ id: String(year), year });
      const found = async (filters: PassageFilters) =>
        documentIds(await ask('metformin', { filters })).sort();
      expect(await found({ year_from: 2010, year_to: 2020 })).toEqual(['2010', '2015', '2020']);
      expect(await found({ year_from: 2020 })).toEqual(['2020', '2021']);
      expect(await found({ year_to: 2009 })).toEqual(['2009']);
      expect(await found({ year_from: 2021, year_to: 2009 })).toEqual([]);
      expect(await found({ year_from: null, year_to: null })).toHaveLength(5);
    });

    it('leave out what has no year where a year is asked for, and there alone', async () => {
      const { store, ask, access } = tenant();
      await store({ id: 'dated', year: 2015 });
      await store({ id: 'undated', year: null });
      await store({ id: 'undated-2', year: null });
      const found = async (filters: PassageFilters) =>
        documentIds(await ask('metformin', { filters })).sort();
      expect(await found({})).toEqual(['dated', 'undated', 'undated-2']);
      expect(await found({ languages: ['en'] })).toEqual(['dated', 'undated', 'undated-2']);
      expect(await found({ year_from: 2000 })).toEqual(['dated']);
      expect(await found({ year_to: 2030 })).toEqual(['dated']);
      expect(await index().getDocument(access, 'undated')).toMatchObject({ year: null });
      const listed = await index().list(access, { limit: 10 });
      expect(listed.find(({ id }) => id === 'undated')?.year).toBeNull();
      const { passages } = await ask('metformin');
      expect(passages.find(({ document_id }) => document_id === 'undated')?.document.year).toBeNull();
      await index().removeDocument(access.tenant_id, 'undated');
      expect(await found({})).toEqual(['dated', 'undated-2']);
    });

    it('leave topics, counted by what may be read of them', async () => {
      const { store, access } = tenant();
      await store({ id: 'diet', role: 'patient', topic: 'diabetes', sub_topic: 'diet' });
      await store({ id: 'diet-2', role: 'patient', topic: 'diabetes', sub_topic: 'diet', language: 'vi' });
      await store({ id: 'drugs', role: 'patient', topic: 'diabetes', sub_topic: 'drugs' });
      await store({ id: 'whole', role: 'patient', topic: 'diabetes' });
      await store({ id: 'other', role: 'doctor', topic: 'heart', sub_topic: 'drugs' });
      await store({ id: 'all', topic: 'all' });
      await store({ id: 'hidden', role: 'patient', topic: 'hidden', scope: 'private' });
      await store({ id: 'none', role: 'patient' });
      const found = async (filters: PassageFilters) =>
        (await index().topics(access, filters)).map(({ topic, sub_topic, passages }) => [
          topic,
          sub_topic,
          passages,
        ]);
      const diabetes = [
        ['diabetes', null, 1],
        ['diabetes', 'diet', 2],
        ['diabetes', 'drugs', 1],
      ];
      expect(await found({ roles: ['patient'] })).toEqual([['all', null, 1], ...diabetes]);
      expect(await found({ roles: ['patient'], languages: ['vi'] })).toEqual([['diabetes', 'diet', 1]]);
      expect(await found({})).toEqual([['all', null, 1], ...diabetes, ['heart', 'drugs', 1]]);
      await index().removeDocument(access.tenant_id, 'drugs');
      expect((await found({ roles: ['patient'] })).map(([, sub]) => sub)).toEqual([null, null, 'diet']);
    });

    it('hold in a search by words alone too', async () => {
      const { store, ask } = tenant();
      await store({ id: 'a', title: 'Ho', text: 'Ho.', topic: 'cough' });
      await store({ id: 'b', title: 'Ho', text: 'Ho.', topic: 'fever' });
      // A word too short to embed has no vector.
      expect(documentIds(await ask('ho', { filters: { topics: ['cough'] } }))).toEqual(['a']);
    });
  });
}
