import type { KnowledgeBasesId } from './KnowledgeBases.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type KnowledgeSharesEmail = string;

/** Represents the table public.knowledge_shares */
export default interface KnowledgeSharesTable {
  base_id: ColumnType<KnowledgeBasesId, KnowledgeBasesId, KnowledgeBasesId>;

  email: ColumnType<KnowledgeSharesEmail, KnowledgeSharesEmail, KnowledgeSharesEmail>;

  access: ColumnType<string, string, string>;

  shared_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type KnowledgeShares = Selectable<KnowledgeSharesTable>;

export type NewKnowledgeShares = Insertable<KnowledgeSharesTable>;

export type KnowledgeSharesUpdate = Updateable<KnowledgeSharesTable>;