import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.credit_settings */
export default interface CreditSettingsTable {
  user_id: ColumnType<UsersId, UsersId, UsersId>;

  run_cap_paise: ColumnType<number | null, number | null, number | null>;

  day_cap_paise: ColumnType<number | null, number | null, number | null>;

  low_paise: ColumnType<number, number | undefined, number>;

  low_told_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  updated_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type CreditSettings = Selectable<CreditSettingsTable>;

export type NewCreditSettings = Insertable<CreditSettingsTable>;

export type CreditSettingsUpdate = Updateable<CreditSettingsTable>;