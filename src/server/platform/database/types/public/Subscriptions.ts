import type { UsersId } from './Users.ts';
import type { PlansId } from './Plans.ts';
import type { PlanVersionsId } from './PlanVersions.ts';
import type { OrdersId } from './Orders.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SubscriptionsId = string;

/** Represents the table public.subscriptions */
export default interface SubscriptionsTable {
  id: ColumnType<SubscriptionsId, SubscriptionsId | undefined, SubscriptionsId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  plan_id: ColumnType<PlansId, PlansId, PlansId>;

  version_id: ColumnType<PlanVersionsId, PlanVersionsId, PlanVersionsId>;

  billing: ColumnType<string, string, string>;

  status: ColumnType<string, string, string>;

  anchor_at: ColumnType<Date, Date | string, Date | string>;

  period_start: ColumnType<Date, Date | string, Date | string>;

  period_end: ColumnType<Date, Date | string, Date | string>;

  access_until: ColumnType<Date, Date | string, Date | string>;

  trial_ends_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  next_plan_id: ColumnType<PlansId | null, PlansId | null, PlansId | null>;

  next_billing: ColumnType<string | null, string | null, string | null>;

  paid_order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  paid_paise: ColumnType<number, number | undefined, number>;

  cancelled_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Subscriptions = Selectable<SubscriptionsTable>;

export type NewSubscriptions = Insertable<SubscriptionsTable>;

export type SubscriptionsUpdate = Updateable<SubscriptionsTable>;