import type { ReportCasesId } from './ReportCases.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ReportsId = string;

/** Represents the table public.reports */
export default interface ReportsTable {
  id: ColumnType<ReportsId, ReportsId | undefined, ReportsId>;

  case_id: ColumnType<ReportCasesId, ReportCasesId, ReportCasesId>;

  reporter_id: ColumnType<UsersId, UsersId, UsersId>;

  reason: ColumnType<string, string, string>;

  details: ColumnType<string, string, string>;

  evidence: ColumnType<string | null, string | null, string | null>;

  evidence_run: ColumnType<string | null, string | null, string | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type Reports = Selectable<ReportsTable>;

export type NewReports = Insertable<ReportsTable>;

export type ReportsUpdate = Updateable<ReportsTable>;