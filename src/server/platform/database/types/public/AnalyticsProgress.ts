import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsProgressSource = string;

/** Represents the table public.analytics_progress */
export default interface AnalyticsProgressTable {
  source: ColumnType<AnalyticsProgressSource, AnalyticsProgressSource, AnalyticsProgressSource>;

  counted_until: ColumnType<Date, Date | string, Date | string>;

  event_id: ColumnType<number, number | undefined, number>;
}

export type AnalyticsProgress = Selectable<AnalyticsProgressTable>;

export type NewAnalyticsProgress = Insertable<AnalyticsProgressTable>;

export type AnalyticsProgressUpdate = Updateable<AnalyticsProgressTable>;