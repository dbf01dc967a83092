import type { SubscriptionsId } from './Subscriptions.ts';
import type { UsersId } from './Users.ts';
import type { PlansId } from './Plans.ts';
import type { OrdersId } from './Orders.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SubscriptionEventsId = string;

/** Represents the table public.subscription_events */
export default interface SubscriptionEventsTable {
  id: ColumnType<SubscriptionEventsId, SubscriptionEventsId | undefined, SubscriptionEventsId>;

  subscription_id: ColumnType<SubscriptionsId, SubscriptionsId, SubscriptionsId>;

  user_id: ColumnType<UsersId, UsersId, UsersId>;

  kind: ColumnType<string, string, string>;

  plan_id: ColumnType<PlansId, PlansId, PlansId>;

  billing: ColumnType<string, string, string>;

  paise: ColumnType<number | null, number | null, number | null>;

  order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  happened_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type SubscriptionEvents = Selectable<SubscriptionEventsTable>;

export type NewSubscriptionEvents = Insertable<SubscriptionEventsTable>;

export type SubscriptionEventsUpdate = Updateable<SubscriptionEventsTable>;