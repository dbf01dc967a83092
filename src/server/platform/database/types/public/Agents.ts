import type { AgentId } from '#contract/core/primitives.ts';
import type { UsersId } from './Users.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { WorkflowsId } from './Workflows.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AgentsId = AgentId;

/** Represents the table public.agents */
export default interface AgentsTable {
  id: ColumnType<AgentsId, AgentsId | undefined, AgentsId>;

  slug: ColumnType<string, string, string>;

  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  name: ColumnType<string, string, string>;

  tagline: ColumnType<string, string, string>;

  description: ColumnType<string, string, string>;

  category_slug: ColumnType<string, string, string>;

  icon: ColumnType<string, string, string>;

  tags: ColumnType<string[], string[] | undefined, string[]>;

  status: ColumnType<string, string | undefined, string>;

  is_featured: ColumnType<boolean, boolean | undefined, boolean>;

  price_type: ColumnType<string, string | undefined, string>;

  price_paise: ColumnType<number, number | undefined, number>;

  currency: ColumnType<string, string | undefined, string>;

  trial_runs: ColumnType<number, number | undefined, number>;

  current_version_id: ColumnType<AgentVersionsId | null, AgentVersionsId | null, AgentVersionsId | null>;

  published_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  search: ColumnType<string | null, never, never>;

  popularity: ColumnType<number, number | undefined, number>;

  status_note: ColumnType<string, string | undefined, string>;

  rating: ColumnType<number | null, number | null, number | null>;

  review_count: ColumnType<number, number | undefined, number>;

  uses_model: ColumnType<boolean, boolean | undefined, boolean>;

  sends_out: ColumnType<boolean, boolean | undefined, boolean>;

  stars: ColumnType<number | null, never, never>;

  quality: ColumnType<number | null, number | null, number | null>;

  featured_until: ColumnType<Date | null, Date | string | null, Date | string | null>;

  maintenance: ColumnType<boolean, boolean | undefined, boolean>;

  notice: ColumnType<string, string | undefined, string>;

  notice_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  more_categories: ColumnType<string[], string[] | undefined, string[]>;

  follows_workflow_id: ColumnType<WorkflowsId | null, WorkflowsId | null, WorkflowsId | null>;

  accept_days: ColumnType<number | null, number | null, number | null>;
}

export type Agents = Selectable<AgentsTable>;

export type NewAgents = Insertable<AgentsTable>;

export type AgentsUpdate = Updateable<AgentsTable>;