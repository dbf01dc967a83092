import type { AuditLogId } from './AuditLog.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.audit_unsealed */
export default interface AuditUnsealedTable {
  entry_id: ColumnType<AuditLogId, AuditLogId, AuditLogId>;
}

export type AuditUnsealed = Selectable<AuditUnsealedTable>;

export type NewAuditUnsealed = Insertable<AuditUnsealedTable>;

export type AuditUnsealedUpdate = Updateable<AuditUnsealedTable>;