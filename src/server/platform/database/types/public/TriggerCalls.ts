import type { WorkflowTriggersId } from './WorkflowTriggers.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TriggerCallsId = string;

/** Represents the table public.trigger_calls */
export default interface TriggerCallsTable {
  id: ColumnType<TriggerCallsId, TriggerCallsId | undefined, TriggerCallsId>;

  trigger_id: ColumnType<WorkflowTriggersId, WorkflowTriggersId, WorkflowTriggersId>;

  test: ColumnType<boolean, boolean, boolean>;

  method: ColumnType<string | null, string | null, string | null>;

  status: ColumnType<number | null, number | null, number | null>;

  code: ColumnType<string | null, string | null, string | null>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  request: ColumnType<unknown | null, unknown | null, unknown | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type TriggerCalls = Selectable<TriggerCallsTable>;

export type NewTriggerCalls = Insertable<TriggerCallsTable>;

export type TriggerCallsUpdate = Updateable<TriggerCallsTable>;