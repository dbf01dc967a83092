import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.unread_results */
export default interface UnreadResultsTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  owner_id: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string, Date | string>;

  of_workspace: ColumnType<boolean, boolean, boolean>;
}

export type UnreadResults = Selectable<UnreadResultsTable>;

export type NewUnreadResults = Insertable<UnreadResultsTable>;

export type UnreadResultsUpdate = Updateable<UnreadResultsTable>;