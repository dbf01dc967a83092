import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type PlansId = string;

/** Represents the table public.plans */
export default interface PlansTable {
  id: ColumnType<PlansId, PlansId, PlansId>;

  position: ColumnType<number, number, number>;

  active: ColumnType<boolean, boolean | undefined, boolean>;
}

export type Plans = Selectable<PlansTable>;

export type NewPlans = Insertable<PlansTable>;

export type PlansUpdate = Updateable<PlansTable>;