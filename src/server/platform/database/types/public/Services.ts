import type { ServiceId } from '#contract/core/primitives.ts';
import type { UsersId } from './Users.ts';
import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ServicesId = ServiceId;

/** Represents the table public.services */
export default interface ServicesTable {
  id: ColumnType<ServicesId, ServicesId | undefined, ServicesId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  agent_version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  name: ColumnType<string, string, string>;

  settings: ColumnType<unknown, unknown | undefined, unknown>;

  status: ColumnType<string, string | undefined, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  month_cap_paise: ColumnType<number | null, number | null, number | null>;

  second_reader_share: ColumnType<number, number | undefined, number>;

  sign_off_needs_all: ColumnType<boolean, boolean | undefined, boolean>;

  keep_runs_days: ColumnType<number | null, number | null, number | null>;
}

export type Services = Selectable<ServicesTable>;

export type NewServices = Insertable<ServicesTable>;

export type ServicesUpdate = Updateable<ServicesTable>;