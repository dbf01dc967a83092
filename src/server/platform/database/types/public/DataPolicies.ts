import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.data_policies */
export default interface DataPoliciesTable {
  account_id: ColumnType<UsersId, UsersId, UsersId>;

  runs_days: ColumnType<number | null, number | null, number | null>;

  files_days: ColumnType<number | null, number | null, number | null>;

  chats_days: ColumnType<number | null, number | null, number | null>;

  with_made: ColumnType<boolean, boolean | undefined, boolean>;

  models: ColumnType<string[] | null, string[] | null, string[] | null>;

  apps: ColumnType<string[] | null, string[] | null, string[] | null>;

  members_export: ColumnType<boolean, boolean | undefined, boolean>;

  test_cases: ColumnType<boolean, boolean | undefined, boolean>;

  mask_lists: ColumnType<boolean, boolean | undefined, boolean>;

  countries: ColumnType<string[] | null, string[] | null, string[] | null>;

  unknown_models: ColumnType<boolean, boolean | undefined, boolean>;

  unknown_apps: ColumnType<boolean, boolean | undefined, boolean>;
}

export type DataPolicies = Selectable<DataPoliciesTable>;

export type NewDataPolicies = Insertable<DataPoliciesTable>;

export type DataPoliciesUpdate = Updateable<DataPoliciesTable>;