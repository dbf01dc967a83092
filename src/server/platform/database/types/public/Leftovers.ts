import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type LeftoversPath = string;

/** Represents the table public.leftovers */
export default interface LeftoversTable {
  path: ColumnType<LeftoversPath, LeftoversPath, LeftoversPath>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  removed_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Leftovers = Selectable<LeftoversTable>;

export type NewLeftovers = Insertable<LeftoversTable>;

export type LeftoversUpdate = Updateable<LeftoversTable>;