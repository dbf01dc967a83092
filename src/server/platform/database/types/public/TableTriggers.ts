import type { WorkflowTriggersId } from './WorkflowTriggers.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.table_triggers */
export default interface TableTriggersTable {
  trigger_id: ColumnType<WorkflowTriggersId, WorkflowTriggersId, WorkflowTriggersId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  next_at: ColumnType<Date, Date | string | undefined, Date | string>;

  taken_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  served_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  attempts: ColumnType<number, number | undefined, number>;

  error: ColumnType<string | null, string | null, string | null>;
}

export type TableTriggers = Selectable<TableTriggersTable>;

export type NewTableTriggers = Insertable<TableTriggersTable>;

export type TableTriggersUpdate = Updateable<TableTriggersTable>;