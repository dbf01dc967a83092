import type { WorkflowTriggersId } from './WorkflowTriggers.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type TriggerKeysKey = string;

/** Represents the table public.trigger_keys */
export default interface TriggerKeysTable {
  trigger_id: ColumnType<WorkflowTriggersId, WorkflowTriggersId, WorkflowTriggersId>;

  key: ColumnType<TriggerKeysKey, TriggerKeysKey, TriggerKeysKey>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  expires_at: ColumnType<Date, Date | string, Date | string>;
}

export type TriggerKeys = Selectable<TriggerKeysTable>;

export type NewTriggerKeys = Insertable<TriggerKeysTable>;

export type TriggerKeysUpdate = Updateable<TriggerKeysTable>;