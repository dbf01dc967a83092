import type { UsersId } from './Users.ts';
import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { OrdersId } from './Orders.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PurchasesId = string;

/** Represents the table public.purchases */
export default interface PurchasesTable {
  id: ColumnType<PurchasesId, PurchasesId | undefined, PurchasesId>;

  buyer_id: ColumnType<UsersId, UsersId, UsersId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  agent_version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  kind: ColumnType<string, string, string>;

  order_id: ColumnType<OrdersId, OrdersId, OrdersId>;

  starts_at: ColumnType<Date, Date | string, Date | string>;

  ends_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  revoked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  told_ending_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  told_ended_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Purchases = Selectable<PurchasesTable>;

export type NewPurchases = Insertable<PurchasesTable>;

export type PurchasesUpdate = Updateable<PurchasesTable>;