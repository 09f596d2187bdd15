import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Audience, type Principal, Scope } from '../../domain/access.ts';
import { auditBody } from '../../domain/audit-entry.ts';
import { GalenError } from '../../domain/errors.ts';
import { DEMO_TENANT } from '../auth/demo-principals.ts';
import { checked } from '../http/read-body.ts';
import { withGalen } from './command.ts';

const DAY_MS = 86_400_000;

const CreateOptions = z.object({
  user: z.string().min(1),
  tenant: z.string().min(1).default(DEMO_TENANT),
  audience: Audience,
  role: z
    .string()
    .refine((role) => role !== 'owner', 'the owner is whoever sits at the machine, and has no key')
    .optional(),
  scope: z.array(Scope).default(['public']),
  department: z.array(z.string()).default([]),
  days: z.number().positive().max(3_660).default(90),
  json: z.boolean().default(false),
});

/** Keys are made at the machine itself, by whoever may open its database. */
const MAKER = 'command-line';

/** `galen keys create`: prints the key once; nobody can read it again. */
export async function createKey(name: string, options: object): Promise<void> {
  const { user, tenant, audience, role, scope, department, days, json } = checked(CreateOptions, options);
  const principal: Principal = {
    user_id: user,
    tenant_id: tenant,
    audience,
    role: role ?? audience,
    scopes: scope,
    departments: department,
  };
  const id = randomUUID();
  const at = new Date();
  const expires_at = new Date(at.getTime() + days * DAY_MS).toISOString();
  const created_at = at.toISOString();
  await withGalen(async ({ keys }) => {
    const details = { key: id, name, expires_at, principal };
    const audit = auditBody({ tenant_id: tenant, user_id: MAKER }, 'key-created', {
      id: randomUUID(),
      at: created_at,
      details,
    });
    const secret = await keys.create({ id, name, principal, created_at, expires_at }, audit);
    if (json) process.stdout.write(`${JSON.stringify({ id, key: secret, expires_at }, null, 2)}\n`);
    else
      process.stdout.write(
        `${secret}\n\nKeep it now: it is not shown again. It holds until ${expires_at.slice(0, 10)}; \`galen keys revoke ${id}\` ends it before.\n`,
      );
  });
}

/** `galen keys list`. */
export async function listKeys({ tenant = DEMO_TENANT, json = false }: TenantOptions): Promise<void> {
  await withGalen(async ({ keys }) => {
    const all = await keys.list(tenant);
    if (json) process.stdout.write(`${JSON.stringify(all, null, 2)}\n`);
    else if (all.length === 0) process.stdout.write('No keys. `galen keys create` makes one.\n');
    else
      for (const { id, name, principal, expires_at, revoked_at } of all) {
        const until =
          revoked_at === null ? `until ${expires_at.slice(0, 10)}` : `revoked ${revoked_at.slice(0, 10)}`;
        process.stdout.write(`${id}  ${name}: ${principal.user_id} (${principal.audience}), ${until}\n`);
      }
  });
}

/** `galen keys revoke`: holds from the next request on. */
export async function revokeKey(id: string, { tenant = DEMO_TENANT }: TenantOptions): Promise<void> {
  await withGalen(async ({ keys }) => {
    const entry = { id: randomUUID(), at: new Date().toISOString(), details: { key: id } };
    const audit = auditBody({ tenant_id: tenant, user_id: MAKER }, 'key-revoked', entry);
    if (!(await keys.revoke(tenant, id, audit))) throw new GalenError('NOT_FOUND', { what: 'key' });
    process.stdout.write('Revoked.\n');
  });
}

interface TenantOptions {
  tenant?: string;
  json?: boolean;
}
