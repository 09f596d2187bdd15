import { searchModelFailed } from './post-json.ts';

export interface ExpectedVectors {
  /** The model, for errors. */
  name: string;
  count: number;
  dimensions: number;
}

/** A model's vectors, each brought to length 1; an error when they are not what was asked for. */
export function unitVectors(
  raw: readonly ArrayLike<number>[],
  { name, count, dimensions }: ExpectedVectors,
): Float32Array[] {
  if (raw.length !== count) throw searchModelFailed(name, `${raw.length} vectors for ${count} texts`);
  return raw.map((values) => {
    if (values.length !== dimensions) {
      throw searchModelFailed(name, `a vector of ${values.length} numbers instead of ${dimensions}`);
    }
    const numbers = Array.from(values);
    const length = Math.hypot(...numbers);
    if (!Number.isFinite(length)) throw searchModelFailed(name, 'a vector of numbers that are none');
    // A vector of zeros has no direction, and stays so.
    return Float32Array.from(numbers, (value) => (length === 0 ? 0 : value / length));
  });
}
