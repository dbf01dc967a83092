import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentPriceChangesId = string;

/** Represents the table public.agent_price_changes */
export default interface AgentPriceChangesTable {
  id: ColumnType<AgentPriceChangesId, AgentPriceChangesId | undefined, AgentPriceChangesId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  price_type: ColumnType<string, string, string>;

  from_paise: ColumnType<number, number, number>;

  to_paise: ColumnType<number, number, number>;

  announced_at: ColumnType<Date, Date | string | undefined, Date | string>;

  effective_at: ColumnType<Date, Date | string, Date | string>;
}

export type AgentPriceChanges = Selectable<AgentPriceChangesTable>;

export type NewAgentPriceChanges = Insertable<AgentPriceChangesTable>;

export type AgentPriceChangesUpdate = Updateable<AgentPriceChangesTable>;