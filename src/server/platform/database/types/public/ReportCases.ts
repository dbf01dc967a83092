import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ReportCasesId = string;

/** Represents the table public.report_cases */
export default interface ReportCasesTable {
  id: ColumnType<ReportCasesId, ReportCasesId | undefined, ReportCasesId>;

  kind: ColumnType<string, string, string>;

  target_id: ColumnType<string, string, string>;

  state: ColumnType<string, string | undefined, string>;

  opened_at: ColumnType<Date, Date | string | undefined, Date | string>;

  due_at: ColumnType<Date, Date | string, Date | string>;

  assigned_to: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  decided_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  decided_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  outcome: ColumnType<string | null, string | null, string | null>;
}

export type ReportCases = Selectable<ReportCasesTable>;

export type NewReportCases = Insertable<ReportCasesTable>;

export type ReportCasesUpdate = Updateable<ReportCasesTable>;