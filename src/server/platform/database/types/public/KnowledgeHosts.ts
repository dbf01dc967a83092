import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeHostsHost = string;

/** Represents the table public.knowledge_hosts */
export default interface KnowledgeHostsTable {
  host: ColumnType<KnowledgeHostsHost, KnowledgeHostsHost, KnowledgeHostsHost>;

  free_at: ColumnType<Date, Date | string, Date | string>;

  lease: ColumnType<string, string, string>;
}

export type KnowledgeHosts = Selectable<KnowledgeHostsTable>;

export type NewKnowledgeHosts = Insertable<KnowledgeHostsTable>;

export type KnowledgeHostsUpdate = Updateable<KnowledgeHostsTable>;