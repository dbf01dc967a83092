import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsActiveUnit = string;

export type AnalyticsActiveSince = string;

export type AnalyticsActiveUserId = string;

/** Represents the table public.analytics_active */
export default interface AnalyticsActiveTable {
  unit: ColumnType<AnalyticsActiveUnit, AnalyticsActiveUnit, AnalyticsActiveUnit>;

  since: ColumnType<AnalyticsActiveSince, AnalyticsActiveSince, AnalyticsActiveSince>;

  user_id: ColumnType<AnalyticsActiveUserId, AnalyticsActiveUserId, AnalyticsActiveUserId>;
}

export type AnalyticsActive = Selectable<AnalyticsActiveTable>;

export type NewAnalyticsActive = Insertable<AnalyticsActiveTable>;

export type AnalyticsActiveUpdate = Updateable<AnalyticsActiveTable>;