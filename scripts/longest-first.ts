import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node';

/** The order of test files: those named here first, as they are named. What takes minutes must not begin last. */
export function longestFirst(names: readonly string[]): TestSequencerConstructor {
  const place = ({ moduleId }: TestSpecification) => {
    const found = names.findIndex((name) => moduleId.endsWith(name));
    return found === -1 ? names.length : found;
  };
  // A class, because Vitest wants to make one itself.
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
    }
  };
}
