import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type MarketplaceOnlyRow = string;

/** Represents the table public.marketplace */
export default interface MarketplaceTable {
  only_row: ColumnType<MarketplaceOnlyRow, MarketplaceOnlyRow | undefined, MarketplaceOnlyRow>;

  version: ColumnType<number, number | undefined, number>;

  measured_until: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Marketplace = Selectable<MarketplaceTable>;

export type NewMarketplace = Insertable<MarketplaceTable>;

export type MarketplaceUpdate = Updateable<MarketplaceTable>;