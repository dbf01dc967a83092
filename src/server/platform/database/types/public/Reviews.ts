import type { AgentsId } from './Agents.ts';
import type { UsersId } from './Users.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ReviewsId = string;

/** Represents the table public.reviews */
export default interface ReviewsTable {
  id: ColumnType<ReviewsId, ReviewsId | undefined, ReviewsId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  author_id: ColumnType<UsersId, UsersId, UsersId>;

  agent_version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  stars: ColumnType<number, number, number>;

  text: ColumnType<string, string | undefined, string>;

  is_buyer: ColumnType<boolean, boolean, boolean>;

  runs: ColumnType<number, number, number>;

  used_since: ColumnType<Date, Date | string, Date | string>;

  status: ColumnType<string, string | undefined, string>;

  held_for: ColumnType<string | null, string | null, string | null>;

  reply: ColumnType<string | null, string | null, string | null>;

  replied_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  judged_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  judged_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  removed_for: ColumnType<string | null, string | null, string | null>;

  removal_note: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  edited_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  mailbox_hash: ColumnType<unknown | null, unknown | null, unknown | null>;
}

export type Reviews = Selectable<ReviewsTable>;

export type NewReviews = Insertable<ReviewsTable>;

export type ReviewsUpdate = Updateable<ReviewsTable>;