import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentUsersUserKey = string;

/** Represents the table public.agent_users */
export default interface AgentUsersTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  user_key: ColumnType<AgentUsersUserKey, AgentUsersUserKey, AgentUsersUserKey>;

  last_run_at: ColumnType<Date, Date | string, Date | string>;
}

export type AgentUsers = Selectable<AgentUsersTable>;

export type NewAgentUsers = Insertable<AgentUsersTable>;

export type AgentUsersUpdate = Updateable<AgentUsersTable>;