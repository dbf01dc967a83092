import type { UsersId } from './Users.ts';
import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ChargesId = string;

/** Represents the table public.charges */
export default interface ChargesTable {
  id: ColumnType<ChargesId, ChargesId | undefined, ChargesId>;

  execution_id: ColumnType<string, string, string>;

  buyer_id: ColumnType<UsersId, UsersId, UsersId>;

  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  agent_version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  service_id: ColumnType<string | null, string | null, string | null>;

  kind: ColumnType<string, string, string>;

  price_paise: ColumnType<number, number, number>;

  cap_paise: ColumnType<number | null, number | null, number | null>;

  model_micros: ColumnType<number, number | undefined, number>;

  split: ColumnType<unknown | null, unknown | null, unknown | null>;

  trial_key: ColumnType<string | null, string | null, string | null>;

  status: ColumnType<string, string | undefined, string>;

  reason: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  models_held_paise: ColumnType<number, number | undefined, number>;

  models_paise: ColumnType<number, number | undefined, number>;

  root_execution_id: ColumnType<string | null, string | null, string | null>;

  member_id: ColumnType<string | null, string | null, string | null>;

  accept_days: ColumnType<number | null, number | null, number | null>;

  accept_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  accept_reminded_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Charges = Selectable<ChargesTable>;

export type NewCharges = Insertable<ChargesTable>;

export type ChargesUpdate = Updateable<ChargesTable>;