import type { SubscriptionsId } from './Subscriptions.ts';
import type { PlanVersionsId } from './PlanVersions.ts';
import type { OrdersId } from './Orders.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type RenewalsId = string;

/** Represents the table public.renewals */
export default interface RenewalsTable {
  id: ColumnType<RenewalsId, RenewalsId | undefined, RenewalsId>;

  subscription_id: ColumnType<SubscriptionsId, SubscriptionsId, SubscriptionsId>;

  version_id: ColumnType<PlanVersionsId, PlanVersionsId, PlanVersionsId>;

  billing: ColumnType<string, string, string>;

  period_start: ColumnType<Date, Date | string, Date | string>;

  period_end: ColumnType<Date, Date | string, Date | string>;

  amount_paise: ColumnType<number, number, number>;

  status: ColumnType<string, string | undefined, string>;

  announced_at: ColumnType<Date, Date | string, Date | string>;

  attempts: ColumnType<number, number | undefined, number>;

  next_attempt_at: ColumnType<Date, Date | string, Date | string>;

  charging_order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  paid_order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Renewals = Selectable<RenewalsTable>;

export type NewRenewals = Insertable<RenewalsTable>;

export type RenewalsUpdate = Updateable<RenewalsTable>;