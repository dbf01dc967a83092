import type { AuditLogId } from './AuditLog.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AuditChainPosition = number;

/** Represents the table public.audit_chain */
export default interface AuditChainTable {
  position: ColumnType<AuditChainPosition, AuditChainPosition, AuditChainPosition>;

  entry_id: ColumnType<AuditLogId, AuditLogId, AuditLogId>;

  hash: ColumnType<unknown, unknown, unknown>;

  sealed_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AuditChain = Selectable<AuditChainTable>;

export type NewAuditChain = Insertable<AuditChainTable>;

export type AuditChainUpdate = Updateable<AuditChainTable>;