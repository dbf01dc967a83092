import type { ReportCasesId } from './ReportCases.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type ReportCaseEventsId = string;

/** Represents the table public.report_case_events */
export default interface ReportCaseEventsTable {
  id: ColumnType<ReportCaseEventsId, ReportCaseEventsId | undefined, ReportCaseEventsId>;

  case_id: ColumnType<ReportCasesId, ReportCasesId, ReportCasesId>;

  actor_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  event: ColumnType<string, string, string>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type ReportCaseEvents = Selectable<ReportCaseEventsTable>;

export type NewReportCaseEvents = Insertable<ReportCaseEventsTable>;

export type ReportCaseEventsUpdate = Updateable<ReportCaseEventsTable>;