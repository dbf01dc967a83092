import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsSearchDaysDay = string;

export type AnalyticsSearchDaysTerm = string;

/** Represents the table public.analytics_search_days */
export default interface AnalyticsSearchDaysTable {
  day: ColumnType<AnalyticsSearchDaysDay, AnalyticsSearchDaysDay, AnalyticsSearchDaysDay>;

  term: ColumnType<AnalyticsSearchDaysTerm, AnalyticsSearchDaysTerm, AnalyticsSearchDaysTerm>;

  searches: ColumnType<number, number, number>;

  visits: ColumnType<number, number, number>;

  not_found: ColumnType<number, number, number>;
}

export type AnalyticsSearchDays = Selectable<AnalyticsSearchDaysTable>;

export type NewAnalyticsSearchDays = Insertable<AnalyticsSearchDaysTable>;

export type AnalyticsSearchDaysUpdate = Updateable<AnalyticsSearchDaysTable>;