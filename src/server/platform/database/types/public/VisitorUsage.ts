import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type VisitorUsageVisitorKey = string;

export type VisitorUsageDay = string;

/** Represents the table public.visitor_usage */
export default interface VisitorUsageTable {
  visitor_key: ColumnType<VisitorUsageVisitorKey, VisitorUsageVisitorKey, VisitorUsageVisitorKey>;

  day: ColumnType<VisitorUsageDay, VisitorUsageDay, VisitorUsageDay>;

  runs: ColumnType<number, number | undefined, number>;
}

export type VisitorUsage = Selectable<VisitorUsageTable>;

export type NewVisitorUsage = Insertable<VisitorUsageTable>;

export type VisitorUsageUpdate = Updateable<VisitorUsageTable>;