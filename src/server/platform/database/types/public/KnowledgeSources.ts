import type { KnowledgeBasesId } from './KnowledgeBases.ts';
import type { CredentialsId } from './Credentials.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeSourcesId = string;

/** Represents the table public.knowledge_sources */
export default interface KnowledgeSourcesTable {
  id: ColumnType<KnowledgeSourcesId, KnowledgeSourcesId | undefined, KnowledgeSourcesId>;

  base_id: ColumnType<KnowledgeBasesId, KnowledgeBasesId, KnowledgeBasesId>;

  kind: ColumnType<string, string, string>;

  credential_id: ColumnType<CredentialsId | null, CredentialsId | null, CredentialsId | null>;

  place: ColumnType<string, string, string>;

  name: ColumnType<string, string, string>;

  sync_every: ColumnType<string, string | undefined, string>;

  document_limit: ColumnType<number, number, number>;

  byte_limit: ColumnType<number, number, number>;

  status: ColumnType<string, string | undefined, string>;

  error_code: ColumnType<string | null, string | null, string | null>;

  error_message: ColumnType<string | null, string | null, string | null>;

  round: ColumnType<number, number | undefined, number>;

  listed: ColumnType<boolean, boolean | undefined, boolean>;

  complete: ColumnType<boolean, boolean | undefined, boolean>;

  attempts: ColumnType<number, number | undefined, number>;

  wait_until: ColumnType<Date, Date | string | undefined, Date | string>;

  turn_at: ColumnType<Date, Date | string | undefined, Date | string>;

  leased_until: ColumnType<Date, Date | string | undefined, Date | string>;

  lease: ColumnType<string | null, string | null, string | null>;

  synced_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  due_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type KnowledgeSources = Selectable<KnowledgeSourcesTable>;

export type NewKnowledgeSources = Insertable<KnowledgeSourcesTable>;

export type KnowledgeSourcesUpdate = Updateable<KnowledgeSourcesTable>;