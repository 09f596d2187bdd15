import { EXIT } from './exit-codes.ts';
import { withGalen } from './with-galen.ts';

/** `galen audit verify`: every tenant's chain, and the first entry that does not fit. */
export async function verifyAudit(options: { json?: boolean }): Promise<void> {
  await withGalen(async ({ audit }) => {
    const verdicts = [];
    for (const tenant of await audit.tenants()) verdicts.push(await audit.verify(tenant));
    if (options.json) process.stdout.write(`${JSON.stringify(verdicts, null, 2)}\n`);
    else if (verdicts.length === 0) process.stdout.write('The audit log is empty.\n');
    else {
      for (const { tenant_id, entries, head, first_problem } of verdicts) {
        const verdict = first_problem
          ? `BROKEN at entry ${first_problem.seq} (${first_problem.kind}): ${first_problem.explanation}`
          : `${entries} entries, intact. Head: ${head}`;
        process.stdout.write(`${tenant_id}: ${verdict}\n`);
      }
    }
    if (verdicts.some(({ first_problem }) => first_problem !== null)) process.exitCode = EXIT.auditBroken;
  });
}
