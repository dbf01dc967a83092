import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsSegmentDaysDay = string;

export type AnalyticsSegmentDaysCategory = string;

export type AnalyticsSegmentDaysRole = string;

export type AnalyticsSegmentDaysIsNew = string;

/** Represents the table public.analytics_segment_days */
export default interface AnalyticsSegmentDaysTable {
  day: ColumnType<AnalyticsSegmentDaysDay, AnalyticsSegmentDaysDay, AnalyticsSegmentDaysDay>;

  category: ColumnType<AnalyticsSegmentDaysCategory, AnalyticsSegmentDaysCategory, AnalyticsSegmentDaysCategory>;

  role: ColumnType<AnalyticsSegmentDaysRole, AnalyticsSegmentDaysRole, AnalyticsSegmentDaysRole>;

  is_new: ColumnType<AnalyticsSegmentDaysIsNew, AnalyticsSegmentDaysIsNew, AnalyticsSegmentDaysIsNew>;

  tried: ColumnType<number, number | undefined, number>;

  again: ColumnType<number, number | undefined, number>;

  bought: ColumnType<number, number | undefined, number>;

  runs: ColumnType<number, number | undefined, number>;

  failed: ColumnType<number, number | undefined, number>;

  sales: ColumnType<number, number | undefined, number>;

  gross_paise: ColumnType<number, number | undefined, number>;
}

export type AnalyticsSegmentDays = Selectable<AnalyticsSegmentDaysTable>;

export type NewAnalyticsSegmentDays = Insertable<AnalyticsSegmentDaysTable>;

export type AnalyticsSegmentDaysUpdate = Updateable<AnalyticsSegmentDaysTable>;