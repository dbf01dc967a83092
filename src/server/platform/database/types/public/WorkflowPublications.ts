import type { WorkflowsId } from './Workflows.ts';
import type { WorkflowVersionsId } from './WorkflowVersions.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type WorkflowPublicationsId = string;

/** Represents the table public.workflow_publications */
export default interface WorkflowPublicationsTable {
  id: ColumnType<WorkflowPublicationsId, WorkflowPublicationsId | undefined, WorkflowPublicationsId>;

  workflow_id: ColumnType<WorkflowsId, WorkflowsId, WorkflowsId>;

  version_id: ColumnType<WorkflowVersionsId, WorkflowVersionsId, WorkflowVersionsId>;

  name: ColumnType<string, string | undefined, string>;

  notes: ColumnType<string, string | undefined, string>;

  published_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  published_at: ColumnType<Date, Date | string | undefined, Date | string>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type WorkflowPublications = Selectable<WorkflowPublicationsTable>;

export type NewWorkflowPublications = Insertable<WorkflowPublicationsTable>;

export type WorkflowPublicationsUpdate = Updateable<WorkflowPublicationsTable>;