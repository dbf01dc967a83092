import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsEventsId = number;

/** Represents the table public.analytics_events */
export default interface AnalyticsEventsTable {
  id: ColumnType<AnalyticsEventsId, never, never>;

  name: ColumnType<string, string, string>;

  params: ColumnType<unknown, unknown | undefined, unknown>;

  session_id: ColumnType<string, string, string>;

  at: ColumnType<Date, Date | string, Date | string>;

  received_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AnalyticsEvents = Selectable<AnalyticsEventsTable>;

export type NewAnalyticsEvents = Insertable<AnalyticsEventsTable>;

export type AnalyticsEventsUpdate = Updateable<AnalyticsEventsTable>;