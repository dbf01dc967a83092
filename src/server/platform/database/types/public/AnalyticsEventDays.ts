import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsEventDaysDay = string;

export type AnalyticsEventDaysName = string;

export type AnalyticsEventDaysPath = string;

/** Represents the table public.analytics_event_days */
export default interface AnalyticsEventDaysTable {
  day: ColumnType<AnalyticsEventDaysDay, AnalyticsEventDaysDay, AnalyticsEventDaysDay>;

  name: ColumnType<AnalyticsEventDaysName, AnalyticsEventDaysName, AnalyticsEventDaysName>;

  path: ColumnType<AnalyticsEventDaysPath, AnalyticsEventDaysPath | undefined, AnalyticsEventDaysPath>;

  events: ColumnType<number, number, number>;

  visits: ColumnType<number, number, number>;
}

export type AnalyticsEventDays = Selectable<AnalyticsEventDaysTable>;

export type NewAnalyticsEventDays = Insertable<AnalyticsEventDaysTable>;

export type AnalyticsEventDaysUpdate = Updateable<AnalyticsEventDaysTable>;