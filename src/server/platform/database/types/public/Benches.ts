import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type BenchesId = string;

/** Represents the table public.benches */
export default interface BenchesTable {
  id: ColumnType<BenchesId, BenchesId | undefined, BenchesId>;

  owner_id: ColumnType<UsersId, UsersId, UsersId>;

  status: ColumnType<string, string | undefined, string>;

  keep_days: ColumnType<number, number, number>;

  same_as: ColumnType<unknown, unknown | undefined, unknown>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;

  started_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  is_open: ColumnType<boolean, boolean | undefined, boolean>;

  delete_at: ColumnType<Date, Date | string, Date | string>;

  deleted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type Benches = Selectable<BenchesTable>;

export type NewBenches = Insertable<BenchesTable>;

export type BenchesUpdate = Updateable<BenchesTable>;