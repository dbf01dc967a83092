import type { PlansId } from './Plans.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PlanVersionsId = string;

/** Represents the table public.plan_versions */
export default interface PlanVersionsTable {
  id: ColumnType<PlanVersionsId, PlanVersionsId | undefined, PlanVersionsId>;

  plan_id: ColumnType<PlansId, PlansId, PlansId>;

  number: ColumnType<number, number, number>;

  name: ColumnType<string, string, string>;

  monthly_paise: ColumnType<number, number, number>;

  yearly_paise: ColumnType<number, number, number>;

  agent_limit: ColumnType<number, number, number>;

  storage_bytes: ColumnType<number | null, number | null, number | null>;

  api_calls: ColumnType<number | null, number | null, number | null>;

  support: ColumnType<string, string, string>;

  features: ColumnType<string[], string[], string[]>;

  cta: ColumnType<string, string, string>;

  is_popular: ColumnType<boolean, boolean, boolean>;

  is_premium: ColumnType<boolean, boolean, boolean>;

  created_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  reason: ColumnType<string, string | undefined, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  seats: ColumnType<number | null, number | null, number | null>;
}

export type PlanVersions = Selectable<PlanVersionsTable>;

export type NewPlanVersions = Insertable<PlanVersionsTable>;

export type PlanVersionsUpdate = Updateable<PlanVersionsTable>;