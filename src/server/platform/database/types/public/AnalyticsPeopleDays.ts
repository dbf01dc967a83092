import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AnalyticsPeopleDaysDay = string;

export type AnalyticsPeopleDaysRole = string;

export type AnalyticsPeopleDaysIsNew = string;

/** Represents the table public.analytics_people_days */
export default interface AnalyticsPeopleDaysTable {
  day: ColumnType<AnalyticsPeopleDaysDay, AnalyticsPeopleDaysDay, AnalyticsPeopleDaysDay>;

  role: ColumnType<AnalyticsPeopleDaysRole, AnalyticsPeopleDaysRole, AnalyticsPeopleDaysRole>;

  is_new: ColumnType<AnalyticsPeopleDaysIsNew, AnalyticsPeopleDaysIsNew, AnalyticsPeopleDaysIsNew>;

  signed_up: ColumnType<number, number | undefined, number>;

  active: ColumnType<number, number | undefined, number>;
}

export type AnalyticsPeopleDays = Selectable<AnalyticsPeopleDaysTable>;

export type NewAnalyticsPeopleDays = Insertable<AnalyticsPeopleDaysTable>;

export type AnalyticsPeopleDaysUpdate = Updateable<AnalyticsPeopleDaysTable>;