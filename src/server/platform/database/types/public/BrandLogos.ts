import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BrandLogosId = string;

/** Represents the table public.brand_logos */
export default interface BrandLogosTable {
  id: ColumnType<BrandLogosId, BrandLogosId, BrandLogosId>;

  page: ColumnType<unknown, unknown, unknown>;

  mail: ColumnType<unknown, unknown, unknown>;

  icon: ColumnType<unknown, unknown, unknown>;

  width: ColumnType<number, number, number>;

  height: ColumnType<number, number, number>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type BrandLogos = Selectable<BrandLogosTable>;

export type NewBrandLogos = Insertable<BrandLogosTable>;

export type BrandLogosUpdate = Updateable<BrandLogosTable>;