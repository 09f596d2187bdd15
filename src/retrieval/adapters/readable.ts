import { type RawBuilder, sql } from 'kysely';
import { type Access, ALL_DEPARTMENTS } from '../../domain/access.ts';

/** Default deny: tenant always, scope always, and the department of whatever is not public. */
export function readable(access: Access): RawBuilder<unknown> {
  return sql`tenant_id = ${access.tenant_id}
    and scope = any(${access.scopes}::text[])
    and (scope = 'public' or department is null or department = any(${access.departments}::text[])
         or ${ALL_DEPARTMENTS} = any(${access.departments}::text[]))`;
}
