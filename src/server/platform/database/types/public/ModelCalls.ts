import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ModelCallsId = string;

/** Represents the table public.model_calls */
export default interface ModelCallsTable {
  id: ColumnType<ModelCallsId, ModelCallsId | undefined, ModelCallsId>;

  owner_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  user_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  visitor_key: ColumnType<string | null, string | null, string | null>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  node_id: ColumnType<string | null, string | null, string | null>;

  model_id: ColumnType<string, string, string>;

  model: ColumnType<string, string, string>;

  input_tokens: ColumnType<number, number, number>;

  output_tokens: ColumnType<number, number, number>;

  cost_micros: ColumnType<number, number, number>;

  ms: ColumnType<number | null, number | null, number | null>;

  error: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  charge_id: ColumnType<string | null, string | null, string | null>;
}

export type ModelCalls = Selectable<ModelCallsTable>;

export type NewModelCalls = Insertable<ModelCallsTable>;

export type ModelCallsUpdate = Updateable<ModelCallsTable>;