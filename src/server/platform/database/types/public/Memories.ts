import type { UsersId } from './Users.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MemoriesId = string;

/** Represents the table public.memories */
export default interface MemoriesTable {
  id: ColumnType<MemoriesId, MemoriesId | undefined, MemoriesId>;

  person_id: ColumnType<UsersId, UsersId, UsersId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  next_number: ColumnType<number, number | undefined, number>;

  allowed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Memories = Selectable<MemoriesTable>;

export type NewMemories = Insertable<MemoriesTable>;

export type MemoriesUpdate = Updateable<MemoriesTable>;