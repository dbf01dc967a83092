import type { UsersId } from './Users.ts';
import type { AgentsId } from './Agents.ts';
import type { AgentVersionsId } from './AgentVersions.ts';
import type { OrdersId } from './Orders.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type SalesId = string;

/** Represents the table public.sales */
export default interface SalesTable {
  id: ColumnType<SalesId, SalesId | undefined, SalesId>;

  buyer_id: ColumnType<UsersId, UsersId, UsersId>;

  seller_id: ColumnType<UsersId, UsersId, UsersId>;

  agent_id: ColumnType<AgentsId, AgentsId, AgentsId>;

  agent_version_id: ColumnType<AgentVersionsId, AgentVersionsId, AgentVersionsId>;

  kind: ColumnType<string, string, string>;

  execution_id: ColumnType<string | null, string | null, string | null>;

  order_id: ColumnType<OrdersId | null, OrdersId | null, OrdersId | null>;

  gross_paise: ColumnType<number, number, number>;

  currency: ColumnType<string, string | undefined, string>;

  supplier: ColumnType<string, string, string>;

  commission_rate: ColumnType<number, number, number>;

  commission_paise: ColumnType<number, number, number>;

  commission_gst_paise: ColumnType<number, number, number>;

  gst_paise: ColumnType<number, number, number>;

  tcs_paise: ColumnType<number, number, number>;

  tds_paise: ColumnType<number, number, number>;

  seller_paise: ColumnType<number, number, number>;

  refunded_paise: ColumnType<number, number | undefined, number>;

  held_until: ColumnType<Date, Date | string, Date | string>;

  released_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  supplier_gstin: ColumnType<string | null, string | null, string | null>;
}

export type Sales = Selectable<SalesTable>;

export type NewSales = Insertable<SalesTable>;

export type SalesUpdate = Updateable<SalesTable>;