import type { ExecutionsId } from './Executions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.held_starts */
export default interface HeldStartsTable {
  execution_id: ColumnType<ExecutionsId, ExecutionsId, ExecutionsId>;

  position: ColumnType<number, never, never>;
}

export type HeldStarts = Selectable<HeldStartsTable>;

export type NewHeldStarts = Insertable<HeldStartsTable>;

export type HeldStartsUpdate = Updateable<HeldStartsTable>;