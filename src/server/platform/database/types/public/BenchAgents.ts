import type { BenchesId } from './Benches.ts';
import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BenchAgentsPosition = number;

/** Represents the table public.bench_agents */
export default interface BenchAgentsTable {
  bench_id: ColumnType<BenchesId, BenchesId, BenchesId>;

  position: ColumnType<BenchAgentsPosition, BenchAgentsPosition, BenchAgentsPosition>;

  agent_id: ColumnType<AgentsId | null, AgentsId | null, AgentsId | null>;

  agent_version_id: ColumnType<AgentVersionsId | null, AgentVersionsId | null, AgentVersionsId | null>;

  name: ColumnType<string, string, string>;

  number: ColumnType<number, number, number>;
}

export type BenchAgents = Selectable<BenchAgentsTable>;

export type NewBenchAgents = Insertable<BenchAgentsTable>;

export type BenchAgentsUpdate = Updateable<BenchAgentsTable>;