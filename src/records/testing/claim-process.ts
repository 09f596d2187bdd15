import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimFolder } from '../database/folder-lock.ts';

/** One of several processes that want the same folder at the same moment. Tells whether it got it, and keeps it. */
const [dataDir = ''] = process.argv.slice(2);

writeFileSync(join(dataDir, `waiting-${process.pid}`), '');
while (!existsSync(join(dataDir, 'go'))) await sleep(1);
const claim = await claimFolder(dataDir);
process.send?.('lock' in claim ? { owner: process.pid } : { refusedFor: claim.owner.pid });
process.on('disconnect', () => process.exit());
