import { GalenError } from '../../domain/errors.ts';
import { redactPii } from '../../gates/front/pii/redact-pii.ts';
import { demoPrincipal } from '../auth/demo-principals.ts';
import { type CommandOptions, withGalen } from './command.ts';

/** `galen memory`: what Galen remembers of an asker. */
export async function listMemories(options: CommandOptions): Promise<void> {
  await withGalen(async ({ memories }) => {
    const known = await memories.recall(demoPrincipal(options.as));
    if (options.json) {
      const remembered = { remembering: known !== null, memories: known ?? [] };
      process.stdout.write(`${JSON.stringify(remembered, null, 2)}\n`);
    } else if (known === null) {
      process.stdout.write('Galen remembers nothing of you. `galen memory on` asks it to.\n');
    } else if (known.length === 0) {
      process.stdout.write('Galen remembers what you tell of yourself; so far there is nothing.\n');
    } else {
      for (const { id, kind, text } of known) process.stdout.write(`${id}  ${kind}: ${text}\n`);
    }
  });
}

/** `galen memory on` and `galen memory off`. */
export async function setRemembering(isOn: boolean, options: CommandOptions): Promise<void> {
  await withGalen(async ({ memories }) => {
    await memories.setRemembering(demoPrincipal(options.as), isOn);
    process.stdout.write(
      isOn ? 'From now on Galen remembers what you tell of yourself.\n' : 'Galen has forgotten everything.\n',
    );
  });
}

/** `galen memory correct`. */
export async function correctMemory(id: string, words: string[], options: CommandOptions): Promise<void> {
  await withGalen(async ({ memories }) => {
    const { text } = redactPii(words.join(' '));
    const at = new Date().toISOString();
    const corrected = await memories.correct(demoPrincipal(options.as), id, text, at);
    if (corrected === null) throw new GalenError('NOT_FOUND', { what: 'memory' });
    process.stdout.write(`${corrected.kind}: ${corrected.text}\n`);
  });
}

/** `galen memory forget`. */
export async function forgetMemory(id: string, options: CommandOptions): Promise<void> {
  await withGalen(async ({ memories }) => {
    if (await memories.forget(demoPrincipal(options.as), id)) process.stdout.write('Forgotten.\n');
    else throw new GalenError('NOT_FOUND', { what: 'memory' });
  });
}
