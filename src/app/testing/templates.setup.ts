import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Three times what a run of tests holds at its height, for two runs beside each other. */
const ROOM_BYTES = 3e9;

/**
 * Before a run of tests: a temporary folder for all that its tests make, and in it one for the data folders that they copy, unless
 * several runs share one. They are gone with the run. In memory where there is room: databases that live for seconds take a
 * disk longer to copy and remove than most tests take.
 */
export function setup(): () => void {
  process.env.GALEN_TEST_CLUSTERS ??= tmpdir();
  const shared = process.env.GALEN_TEST_TEMPLATES;
  // Beside the shared ones: a template is made here and then given its name there, which no other disk allows.
  const place = shared === undefined ? (hasRoom() ? IN_MEMORY : tmpdir()) : dirname(shared);
  const folder = mkdtempSync(join(place, 'galen-tests-'));
  process.env.TMPDIR = folder;
  if (shared === undefined) {
    process.env.GALEN_TEST_TEMPLATES = join(folder, 'templates');
    mkdirSync(process.env.GALEN_TEST_TEMPLATES);
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    // Not every system has it.
    return false;
  }
}
