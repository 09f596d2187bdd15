import { FlowError } from '../flow-error.ts';

/** The FlowError of a run that must fail; anything else fails the test. */
export async function failureOf(running: Promise<unknown>): Promise<FlowError> {
  const thrown = await running.then(
    () => new Error('The run should have failed.'),
    (error: unknown) => error,
  );
  if (!(thrown instanceof FlowError)) throw thrown;
  return thrown;
}
