import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { Principal } from '../domain/access.ts';
import type { AuditBody } from '../domain/audit-entry.ts';
import { appendToChain } from './audit/audit-chain.ts';

/** A key as it is listed: never the key itself, which nobody has but its bearer. */
interface ApiKey {
  id: string;
  name: string;
  principal: Principal;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
}

/** So that a key is known for one wherever it is found. */
const PREFIX = 'galen_';
const KEY = /^galen_[\w-]{43}$/u;

/** Keys in PostgreSQL, each for one principal. Who may make and revoke them is decided before. */
export function createApiKeys({ db }: { db: Kysely<unknown> }) {
  return {
    /** Makes a key, with its audit entry. It is told here and never again. */
    async create(key: Omit<ApiKey, 'revoked_at'>, audit: AuditBody): Promise<string> {
      const secret = `${PREFIX}${randomBytes(32).toString('base64url')}`;
      await sql`
        with made as (
          insert into api_keys (id, digest, name, tenant_id, principal, created_at, expires_at)
          values (${key.id}, ${digestOf(secret)}, ${key.name}, ${key.principal.tenant_id},
            ${JSON.stringify(key.principal)}::json, ${key.created_at}::timestamptz, ${key.expires_at}::timestamptz)
          returning id
        ),
        ${appendToChain(sql`made`, audit)}
        select id from made
      `.execute(db);
      return secret;
    },

    /** A tenant's keys, the newest first; expired and revoked ones too. */
    async list(tenantId: string): Promise<ApiKey[]> {
      const { rows } = await sql<Row>`
        select id, name, principal, created_at, expires_at, revoked_at from api_keys
        where tenant_id = ${tenantId} order by created_at desc, id
      `.execute(db);
      return rows.map(keyOf);
    },

    /** From now on nobody is let in by it; false where there is none of that tenant, or none that still holds. */
    async revoke(tenantId: string, id: string, audit: AuditBody): Promise<boolean> {
      const { rows } = await sql`
        with ended as (
          update api_keys set revoked_at = ${audit.at}::timestamptz
          where id = ${id} and tenant_id = ${tenantId} and revoked_at is null
          returning id
        ),
        ${appendToChain(sql`ended`, audit)}
        select id from ended
      `.execute(db);
      return rows.length > 0;
    },

    /** Whose key it is; null where it is none, has expired or was revoked. */
    async principalOf(secret: string, now: string): Promise<Principal | null> {
      if (!KEY.test(secret)) return null;
      // A key has 256 random bits: one round of hashing is enough, and looking it up by its digest tells nothing of it.
      const { rows } = await sql<Pick<Row, 'principal'>>`
        select principal from api_keys
        where digest = ${digestOf(secret)} and revoked_at is null and expires_at > ${now}::timestamptz
      `.execute(db);
      return rows[0] ? Principal.parse(rows[0].principal) : null;
    },
  };
}

interface Row extends Pick<ApiKey, 'id' | 'name' | 'principal'> {
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

function keyOf({ created_at, expires_at, revoked_at, ...key }: Row): ApiKey {
  return {
    ...key,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
