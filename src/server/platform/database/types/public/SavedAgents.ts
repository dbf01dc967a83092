import type { UsersId } from './Users.ts';
import type { AgentsId } from './Agents.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.saved_agents */
export default interface SavedAgentsTable {
  user_id: ColumnType<UsersId, UsersId, UsersId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type SavedAgents = Selectable<SavedAgentsTable>;

export type NewSavedAgents = Insertable<SavedAgentsTable>;

export type SavedAgentsUpdate = Updateable<SavedAgentsTable>;