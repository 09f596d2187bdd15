import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { drugLists } from './drug-names.ts';
import { drugSpansIn } from './drug-spans.ts';

const FOLDER = new URL('../../../knowledge/drug-safety/', import.meta.url);
const Row = z.looseObject({
  drug: z.string().optional(),
  members: z.array(z.string()).default([]),
  aliases: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]).default([]),
});

describe('the names of drugs in the safety tables', () => {
  const names = [...new Set(readdirSync(FOLDER).filter(isTable).flatMap(namesIn))].sort();

  it('are all known by name, and no others are', () => {
    expect(names.length).toBeGreaterThan(1_000);
    expect([...drugLists().table].sort()).toEqual(names);
  });

  it('are each read in an order as one drug', () => {
    const notRead = names.filter((name) => {
      const text = `prescribe ${name} 5 mg`;
      const spans = drugSpansIn(text).filter(({ isListed }) => isListed);
      // "Amoxicillin and clavulanic acid" may be read as its two substances.
      return spans[0]?.start !== 10 || spans.at(-1)?.end !== 10 + name.length;
    });
    expect(notRead).toEqual([]);
  });
});

function isTable(file: string): boolean {
  return file.endsWith('.json') && !/^(?:interactions|allergy)/u.test(file);
}

function namesIn(file: string): string[] {
  const { sources: _, ...table } = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as Record<
    string,
    unknown
  >;
  const rows = z.array(Row).parse(Object.values(table).find((value) => Array.isArray(value)));
  return rows
    .flatMap(({ drug, members, aliases }) =>
      [drug ?? [], members, Array.isArray(aliases) ? aliases : Object.values(aliases)].flat(2),
    )
    .map((name) => name.toLowerCase());
}
