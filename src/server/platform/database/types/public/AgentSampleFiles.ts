import type { AgentsId } from './Agents.ts';
import type { FilesId } from './Files.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.agent_sample_files */
export default interface AgentSampleFilesTable {
  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  file_id: ColumnType<FilesId, FilesId, FilesId>;
}

export type AgentSampleFiles = Selectable<AgentSampleFilesTable>;

export type NewAgentSampleFiles = Insertable<AgentSampleFilesTable>;

export type AgentSampleFilesUpdate = Updateable<AgentSampleFilesTable>;