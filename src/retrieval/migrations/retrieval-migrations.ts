import type { Migration } from '../../records/migration.port.ts';
import { passagesMigration } from './0002-passages.ts';
import { generationsMigration } from './0004-index-generations.ts';
import { lexiconBySourceMigration } from './0008-lexicon-by-source.ts';
import { supersededDocumentsMigration } from './0010-superseded-documents.ts';

export const retrievalMigrations: readonly Migration[] = [
  passagesMigration,
  generationsMigration,
  lexiconBySourceMigration,
  supersededDocumentsMigration,
];
