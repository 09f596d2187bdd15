import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Scope } from '../../domain/access.ts';
import { EvidenceLevel } from '../../domain/evidence-level.ts';
import { Language } from '../../domain/language.ts';
import type { PassageIndex, StoredDocument } from '../passage-index.port.ts';
import { type ChunkSettings, chunkDocument } from './chunk-document.ts';
import { readFrontMatter } from './formats/read-markdown.ts';
import { fingerprintOf, type KnowledgeReport } from './load-knowledge.ts';

/** The collection the sample policies go into. */
export const POLICY_COLLECTION = 'desk';

/** Where the fictional hospital would show its policies: an address that can never exist. */
const INTRANET = 'https://intra.hoasen.example/policies';

/** Another one whenever more or less of a policy is stored than before: then each is stored anew. */
const STORED_AS = '2 ';

const PolicyFrontMatter = z.strictObject({
  id: z.string().regex(/^[a-z0-9.-]+$/u),
  title: z.string().min(1),
  language: Language,
  /** Null is for everyone who works here: then `domain` says whose subject it is. */
  department: z.string().min(1).nullable(),
  domain: z.string().min(1).optional(),
  scope: Scope,
  topic: z.string().min(1),
  source_type: z.literal('policy'),
  year: z.number().int(),
  created_at: z.iso.date(),
  evidence_level: EvidenceLevel,
  version: z.string(),
  supersedes: z.string().optional(),
  fictional: z.literal(true),
});

/** Brings the index in line with a folder of policies, each with the scope, department and date it states itself. */
export async function loadPolicies(options: {
  folder: string;
  tenantId: string;
  index: PassageIndex;
  chunking: ChunkSettings;
}): Promise<KnowledgeReport> {
  const { folder, tenantId, index, chunking } = options;
  const stored = await storedOf(folder, tenantId, index);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.md')).sort();
  const idOf = new Map([...stored].map(([id, fingerprint]) => [fingerprint, id]));
  const changed: StoredDocument[] = [];
  for (const file of files) {
    const content = await readFile(join(folder, file), 'utf8');
    const fingerprint = fingerprintOf(`${STORED_AS}${content}`, chunking);
    // Stored as it is, it was read before.
    const known = idOf.get(fingerprint);
    const policy = known === undefined ? readPolicy(file, content, tenantId, chunking) : null;
    if (policy) changed.push({ ...policy, fingerprint });
    stored.delete(known ?? policy?.document.id ?? '');
  }
  if (changed.length > 0) await index.replaceDocuments(changed);
  let removed = 0;
  for (const id of stored.keys()) if (await index.removeDocument(tenantId, id)) removed += 1;
  if (changed.length + removed > 0) await index.refresh();
  return { loaded: changed.length, unchanged: files.length - changed.length, removed };
}

/** What is stored of these policies: their ids begin with their folder. What others have added is not ours to remove. */
async function storedOf(folder: string, tenantId: string, index: PassageIndex): Promise<Map<string, string>> {
  const departments = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const parts = departments.map(({ name }) => index.fingerprints(tenantId, POLICY_COLLECTION, `${name}-`));
  return new Map((await Promise.all(parts)).flatMap((fingerprints) => [...fingerprints]));
}

function readPolicy(
  file: string,
  content: string,
  tenantId: string,
  chunking: ChunkSettings,
): Omit<StoredDocument, 'fingerprint'> {
  const { version, supersedes, fictional, created_at, domain, topic, ...policy } = readFrontMatter(
    file,
    content,
    PolicyFrontMatter,
  );
  return {
    document: {
      ...policy,
      // An agent finds what is for the whole hospital by the subjects that it owns.
      topic: domain ?? topic,
      sub_topic: domain === undefined ? null : topic,
      tenant_id: tenantId,
      collection: POLICY_COLLECTION,
      journal: 'Bệnh viện Đa khoa Hoa Sen',
      url: `${INTRANET}/${policy.id}`,
      pmid: null,
      reference: null,
      role: null,
      created_at: new Date(created_at).toISOString(),
    },
    passages: chunkDocument({ id: policy.id, text: policy.text, language: policy.language }, chunking),
    supersedes: supersedes ?? null,
  };
}
