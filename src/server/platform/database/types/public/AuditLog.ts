import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AuditLogId = string;

/** Represents the table public.audit_log */
export default interface AuditLogTable {
  id: ColumnType<AuditLogId, AuditLogId | undefined, AuditLogId>;

  actor_id: ColumnType<string, string, string>;

  action: ColumnType<string, string, string>;

  target_id: ColumnType<string | null, string | null, string | null>;

  reason: ColumnType<string | null, string | null, string | null>;

  details: ColumnType<unknown, unknown | undefined, unknown>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  address: ColumnType<string | null, string | null, string | null>;
}

export type AuditLog = Selectable<AuditLogTable>;

export type NewAuditLog = Insertable<AuditLogTable>;

export type AuditLogUpdate = Updateable<AuditLogTable>;