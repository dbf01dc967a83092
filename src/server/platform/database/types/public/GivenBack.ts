import type { DisputesId } from './Disputes.ts';
import type { OrdersId } from './Orders.ts';
import type { SalesId } from './Sales.ts';
import type { ColumnType, Selectable } from 'kysely';

/** Represents the view public.given_back */
export default interface GivenBackTable {
  cause_type: ColumnType<string, never, never>;

  id: ColumnType<DisputesId, never, never>;

  order_id: ColumnType<OrdersId | null, never, never>;

  sale_id: ColumnType<string, never, never>;

  sold: ColumnType<SalesId, never, never>;

  title: ColumnType<string, never, never>;

  paise: ColumnType<number, never, never>;

  at: ColumnType<Date | null, never, never>;
}

export type GivenBack = Selectable<GivenBackTable>;