import { type Kysely, sql } from 'kysely';
import { GalenError } from '../../domain/errors.ts';

/** What search stands on, and how an operator gets it. */
const EXTENSIONS = {
  vector:
    'install pgvector 0.8 or newer on the PostgreSQL server (package postgresql-18-pgvector, or the image ' +
    'pgvector/pgvector:pg18; managed services list it as "vector"), then let the database owner run ' +
    'CREATE EXTENSION vector.',
  pg_textsearch:
    'install pg_textsearch 1.0 or newer (github.com/timescale/pg_textsearch; PostgreSQL 17 or 18), add it to ' +
    "shared_preload_libraries = 'pg_textsearch' in postgresql.conf, restart the server, then let the database " +
    'owner run CREATE EXTENSION pg_textsearch.',
} as const;

/** Makes sure of the extensions, creating those that are installed but not yet created. */
export async function requireExtensions(db: Kysely<unknown>): Promise<void> {
  const names = Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[];
  const { rows } = await sql<{ name: string }>`
    select extname as name from pg_extension where extname = any(${names})
  `.execute(db);
  const present = new Set(rows.map((row) => row.name));
  for (const extension of names) {
    if (!present.has(extension)) await create(db, extension);
  }
}

async function create(db: Kysely<unknown>, extension: keyof typeof EXTENSIONS): Promise<void> {
  try {
    await sql`create extension if not exists ${sql.ref(extension)}`.execute(db);
  } catch (cause) {
    if (cause instanceof GalenError) throw cause;
    throw new GalenError('DATABASE_LACKS_EXTENSION', { extension, advice: EXTENSIONS[extension] }, { cause });
  }
}
