import { describe, expect, it } from 'vitest';
import { checkFiles } from './check-files.ts';

const LIMITS = { files: 3, file_bytes: 100, request_bytes: 200 };
const file = (name: string, size: number) => ({ name, size });

describe('checkFiles', () => {
  it('takes what fits and says of each other file why not', () => {
    const files = [
      file('a', 90),
      file('big', 101),
      file('none', 0),
      file('b', 90),
      file('c', 60),
      file('d', 5),
      file('e', 5),
    ];
    const { accepted, refused } = checkFiles(files, LIMITS);
    expect(accepted.map(({ name }) => name)).toEqual(['a', 'b', 'd']);
    expect(refused).toEqual([
      { name: 'big', problem: 'too-large' },
      { name: 'none', problem: 'empty' },
      { name: 'c', problem: 'no-room' },
      { name: 'e', problem: 'too-many' },
    ]);
  });
});
