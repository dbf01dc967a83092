import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AuditStateSingleton = string;

/** Represents the table public.audit_state */
export default interface AuditStateTable {
  singleton: ColumnType<AuditStateSingleton, AuditStateSingleton | undefined, AuditStateSingleton>;

  position: ColumnType<number, number | undefined, number>;

  hash: ColumnType<unknown, unknown | undefined, unknown>;

  next_check: ColumnType<number, number | undefined, number>;

  checked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  broken_position: ColumnType<number | null, number | null, number | null>;

  broken_entry: ColumnType<string | null, string | null, string | null>;

  broken_why: ColumnType<string | null, string | null, string | null>;

  broken_found_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
}

export type AuditState = Selectable<AuditStateTable>;

export type NewAuditState = Insertable<AuditStateTable>;

export type AuditStateUpdate = Updateable<AuditStateTable>;