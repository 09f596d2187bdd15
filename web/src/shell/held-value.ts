/** What was loaded, and of what. */
export interface Held<Value> {
  of: string | null;
  value: Value | null;
  error: Error | null;
}

/** What may be shown of `of`: never what was loaded of something else. */
export function heldOf<Value>(held: Held<Value>, of: string): Held<Value> {
  return held.of === of ? held : { of, value: null, error: null };
}

/** After a failed load: what was there stays, with the error beside it, unless one may no longer see it. */
export function afterFailure<Value>(held: Held<Value>, of: string, error: Error): Held<Value> {
  return isRefusal(error) ? { of, value: null, error } : { ...heldOf(held, of), error };
}

function isRefusal(error: Error): boolean {
  return 'status' in error && (error.status === 401 || error.status === 403 || error.status === 404);
}
