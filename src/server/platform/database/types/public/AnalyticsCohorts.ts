import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsCohortsJoinedWeek = string;

export type AnalyticsCohortsWeek = string;

/** Represents the table public.analytics_cohorts */
export default interface AnalyticsCohortsTable {
  joined_week: ColumnType<AnalyticsCohortsJoinedWeek, AnalyticsCohortsJoinedWeek, AnalyticsCohortsJoinedWeek>;

  week: ColumnType<AnalyticsCohortsWeek, AnalyticsCohortsWeek, AnalyticsCohortsWeek>;

  people: ColumnType<number, number, number>;
}

export type AnalyticsCohorts = Selectable<AnalyticsCohortsTable>;

export type NewAnalyticsCohorts = Insertable<AnalyticsCohortsTable>;

export type AnalyticsCohortsUpdate = Updateable<AnalyticsCohortsTable>;