import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsMoneyDaysDay = string;

export type AnalyticsMoneyDaysAccount = string;

export type AnalyticsMoneyDaysMovement = string;

/** Represents the table public.analytics_money_days */
export default interface AnalyticsMoneyDaysTable {
  day: ColumnType<AnalyticsMoneyDaysDay, AnalyticsMoneyDaysDay, AnalyticsMoneyDaysDay>;

  account: ColumnType<AnalyticsMoneyDaysAccount, AnalyticsMoneyDaysAccount, AnalyticsMoneyDaysAccount>;

  movement: ColumnType<AnalyticsMoneyDaysMovement, AnalyticsMoneyDaysMovement, AnalyticsMoneyDaysMovement>;

  paise: ColumnType<number, number, number>;
}

export type AnalyticsMoneyDays = Selectable<AnalyticsMoneyDaysTable>;

export type NewAnalyticsMoneyDays = Insertable<AnalyticsMoneyDaysTable>;

export type AnalyticsMoneyDaysUpdate = Updateable<AnalyticsMoneyDaysTable>;