import { Command, CommanderError, Option } from 'commander';
import { Audience, Scope } from '../../domain/access.ts';
import { FlowName } from '../../domain/ask.ts';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { version } from '../config.ts';
import { EXIT, fail } from './command.ts';

/** The command line. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    await program().parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : EXIT.badInput;
      return;
    }
    fail(error);
  }
}

/** A command's own code is loaded when it is called for: help takes no time. */
function lazily<Args extends unknown[]>(load: () => Promise<(...args: Args) => Promise<void>>) {
  return async (...args: Args): Promise<void> => (await load())(...args);
}

function program(): Command {
  const galen = new Command('galen')
    .description(
      'One assistant for a whole hospital: answers from evidence, shows the exact words it relies on.',
    )
    .version(version())
    .showHelpAfterError()
    .exitOverride()
    .addHelpText('after', EXIT_CODES_HELP);

  galen
    .command('serve')
    .description('answer over HTTP on this machine')
    .action(lazily(async () => (await import('./serve.ts')).serve));

  galen
    .command('ask')
    .description('ask one question')
    .argument('<question...>', 'the question, in English or Vietnamese')
    .addOption(
      new Option('--flow <flow>', 'which flow answers')
        .choices(['auto', ...FlowName.options])
        .default('auto'),
    )
    .addOption(new Option('--language <language>', 'answer in this language').choices(['en', 'vi']))
    .option('--role <role>', 'in what role to consult: patient_diabetes, patient_dental, doctor_endocrine, …')
    .option('--patient <id>', 'whose chart is open, such as gal-0001 (clinic flow)')
    .option('--as <name>', 'who asks: patient, clinician, researcher, staff-hr, … (default: owner)')
    .option('--conversation <id>', 'go on with a conversation')
    .option('--source-type <types>', 'search only these, comma-separated (pubmed,guidelines)', commaSeparated)
    .option('--min-evidence-level <1-5>', '1: systematic reviews only, 3: down to cohort studies', Number)
    .option('--compare', 'ask evidence and research both, and tell how far they agree')
    .option('--json', 'print the whole answer as JSON')
    .addHelpText('after', '\nExample:\n  galen ask --flow evidence "What are the side effects of metformin?"')
    .action(lazily(async () => (await import('./ask-command.ts')).ask));

  galen
    .command('search')
    .description('search the knowledge without asking for an answer')
    .argument('<query...>')
    .addOption(new Option('--language <language>', 'the query’s language').choices(['en', 'vi']))
    .option('--as <name>', 'who searches (default: owner)')
    .option('--collection <names>', 'search only these, comma-separated', commaSeparated)
    .option('--department <names>', 'only what belongs to these, comma-separated', commaSeparated)
    .option(
      '--role <names>',
      'only what is written for these or for everyone, comma-separated',
      commaSeparated,
    )
    .option('--topic <topic>', 'only this one; may be given more than once', andAnother)
    .option('--sub-topic <topic>', 'only this one; may be given more than once', andAnother)
    .option('--source-type <types>', 'search only these, comma-separated (pubmed,guidelines)', commaSeparated)
    .option('--min-evidence-level <1-5>', '1: systematic reviews only, 3: down to cohort studies', Number)
    .option('--year-from <year>', 'only of this year or later', Number)
    .option('--year-to <year>', 'only of this year or earlier', Number)
    .option('--document-language <languages>', 'only documents in these (en,vi)', commaSeparated)
    .option('--limit <n>', 'how many passages', Number, 10)
    .option('--explain', 'tell how each passage came by its place')
    .option('--json', 'print JSON')
    .action(lazily(async () => (await import('./search-command.ts')).search));

  galen
    .command('ingest')
    .description('add files and folders to the knowledge')
    .argument('<paths...>', 'files, and folders with all they hold')
    .option('--collection <name>', 'where to put them', 'uploads')
    .addOption(new Option('--scope <scope>', 'who may read them').choices(Scope.options).default('internal'))
    .option('--department <name>', 'only this department reads what is not public')
    .option('--role <name>', 'whom they are written for, such as patient_diabetes (default: everyone)')
    .option('--topic <topic>', 'what they are about (default: what the file says)')
    .option('--sub-topic <topic>', 'what of it (default: what the file says)')
    .option('--source-type <type>', 'pubmed, guidelines, … (default: what the file says, or upload)')
    .addOption(
      new Option('--evidence-level <level>', 'default: what the file says').choices(EvidenceLevel.options),
    )
    .addOption(new Option('--language <language>', 'default: recognised').choices(['en', 'vi']))
    .option('--as <name>', 'who adds them (default: owner)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  galen ingest --collection wards --scope public handbook/ notes.md')
    .action(lazily(async () => (await import('./ingest.ts')).ingest));

  const keys = galen
    .command('keys')
    .description('keys by which people and programs sign in (GALEN_AUTH=keys)');
  const ofTenant = () => new Option('--tenant <id>', 'whose (default: demo)');
  keys
    .command('create')
    .description('make one; it is shown once')
    .argument('<name>', 'what it is for, such as "ward 3 tablet"')
    .requiredOption('--user <id>', 'who signs in by it')
    .addOption(new Option('--audience <audience>', 'as whom').choices(Audience.options).makeOptionMandatory())
    .option('--role <role>', 'default: as the audience')
    .option('--scope <scopes>', 'what may be read, comma-separated (default: public)', commaSeparated)
    .option('--department <names>', 'of which departments, comma-separated (default: none)', commaSeparated)
    .option('--days <n>', 'how long it holds (default: 90)', Number)
    .addOption(ofTenant())
    .option('--json', 'print JSON')
    .action(lazily(async () => (await import('./keys-command.ts')).createKey));
  keys
    .command('list', { isDefault: true })
    .description('all keys of a tenant, without the keys themselves')
    .addOption(ofTenant())
    .option('--json', 'print JSON')
    .action(lazily(async () => (await import('./keys-command.ts')).listKeys));
  keys
    .command('revoke')
    .description('end one, from the next request on')
    .argument('<id>')
    .addOption(ofTenant())
    .action(lazily(async () => (await import('./keys-command.ts')).revokeKey));

  const memory = galen.command('memory').description('what Galen remembers of you, if you ask it to');
  const asWhom = () => new Option('--as <name>', 'whose memory (default: owner)');
  memory
    .command('list', { isDefault: true })
    .description('whether Galen remembers, and what')
    .addOption(asWhom())
    .option('--json', 'print JSON')
    .action(lazily(async () => (await import('./memory-command.ts')).listMemories));
  memory
    .command('on')
    .description('remember the conditions, medication, allergies and wishes you tell of yourself')
    .addOption(asWhom())
    .action(async (options) => (await import('./memory-command.ts')).setRemembering(true, options));
  memory
    .command('off')
    .description('forget all of it, and remember nothing more')
    .addOption(asWhom())
    .action(async (options) => (await import('./memory-command.ts')).setRemembering(false, options));
  memory
    .command('correct')
    .description('put a memory right')
    .argument('<id>')
    .argument('<text...>')
    .addOption(asWhom())
    .action(lazily(async () => (await import('./memory-command.ts')).correctMemory));
  memory
    .command('forget')
    .description('forget one memory')
    .argument('<id>')
    .addOption(asWhom())
    .action(lazily(async () => (await import('./memory-command.ts')).forgetMemory));

  galen
    .command('desk')
    .description('the desk: departments that answer together')
    .command('init')
    .description('write a commented configuration, to add departments without code')
    .argument('[file]', 'where to', 'desk.yaml')
    .action(lazily(async () => (await import('../desk-settings.ts')).initDesk));

  const approvals = galen
    .command('approvals')
    .description('writes to charts that wait for a clinician’s yes');
  const asClinician = () => new Option('--as <name>', 'who decides (default: owner)');
  approvals
    .command('list', { isDefault: true })
    .description('what waits, and what speaks against it')
    .addOption(asClinician())
    .option('--json', 'print JSON')
    .action(lazily(async () => (await import('./approvals-command.ts')).listApprovals));
  const decisions = {
    approve: 'have it written, once',
    reject: 'have it never written',
    edit: 'change it; it is checked anew and still waits',
  };
  for (const decision of ['approve', 'reject', 'edit'] as const) {
    const command = approvals
      .command(decision)
      .description(decisions[decision])
      .argument('<run>')
      .argument('<call>')
      .requiredOption('--seen <hash>', 'of the proposal as it was shown: the list prints it')
      .option('--reason <text>', 'why; needed to reject, and to approve in spite of a severe finding')
      .addOption(asClinician())
      .option('--json', 'print JSON')
      .action(async (run, call, options) =>
        (await import('./approvals-command.ts')).decideApproval(decision, run, call, options),
      );
    if (decision === 'edit')
      command.requiredOption('--set <field=value...>', 'what to change, such as dose="250 mg"');
  }

  const evals = galen.command('eval').description('measure Galen, in a checkout of its sources');
  for (const [suite, description] of Object.entries(EVAL_SUITES)) {
    evals
      .command(suite)
      .description(description)
      // The suite reads its own options, --help among them.
      .argument('[options...]')
      .allowUnknownOption()
      .helpOption(false)
      .action(async (options: string[]) => (await import('./run-eval.ts')).runEval(suite, options));
  }

  galen
    .command('audit')
    .description('the hash-chained record of every turn')
    .command('verify')
    .description('check every chain; names the first bad entry')
    .option('--resume', 'only from where the last check came to, such as one that was interrupted')
    .option('--json', 'print JSON')
    .action(lazily(async () => (await import('./doctor.ts')).verifyAudit));

  galen
    .command('mcp')
    .description('offer the tools that only read to an MCP client, over standard input and output')
    .option('--as <name>', 'on whose behalf (default: owner)')
    .action(lazily(async () => (await import('../mcp/mcp-server.ts')).serveMcp));

  galen
    .command('doctor')
    .description('check this installation and list every setting')
    .option('--flows', 'print the flows as Mermaid diagrams')
    .option('--json', 'print JSON')
    .action(lazily(async () => (await import('./doctor.ts')).doctor));

  return galen;
}

export const EVAL_SUITES = {
  retrieval: 'search beside other engines: --set scifact|bioasq, --split train|test, --json',
  gates: 'what the gates catch and what they let through, with the floors',
  desk: 'routing, conflicts and arithmetic of the desk, with the floors: --json',
  flows: 'how the flows read questions without a model, with the floors: --json',
  calibration: 'whether Galen says "nothing found" where it should, and only there: --json',
  interactions:
    'whether drugs that must not meet alert, and questions about two find their row: --alerts, --missed',
  models: 'every figure of docs/models.md, suite after suite: --only search|interactions|support|desk|speed',
  clinic:
    'requests and orders as doctors type them, and the published interactions: --part tune|held, --only requests|orders|alerts, --wrong',
  answers:
    'whether strangers’ questions get the fact they asked for: --part tune|held, --corpus sample|foreign, --json',
};

function commaSeparated(value: string): string[] {
  return value.split(',').map((part) => part.trim());
}

/** A topic is free text and may hold a comma. */
function andAnother(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

const EXIT_CODES_HELP = `
Exit codes:
  0  done            1  failed            2  bad input or usage
  3  not found in the sources (abstained) 4  in use or unavailable
  5  the audit chain is broken`;
