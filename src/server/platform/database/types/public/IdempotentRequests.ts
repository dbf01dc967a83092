import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type IdempotentRequestsId = string;

/** Represents the table public.idempotent_requests */
export default interface IdempotentRequestsTable {
  id: ColumnType<IdempotentRequestsId, IdempotentRequestsId, IdempotentRequestsId>;

  fingerprint: ColumnType<unknown | null, unknown | null, unknown | null>;

  answer: ColumnType<unknown | null, unknown | null, unknown | null>;

  created_at: ColumnType<Date, Date | string | undefined, Date | string>;

  execution_id: ColumnType<string | null, string | null, string | null>;
}

export type IdempotentRequests = Selectable<IdempotentRequestsTable>;

export type NewIdempotentRequests = Insertable<IdempotentRequestsTable>;

export type IdempotentRequestsUpdate = Updateable<IdempotentRequestsTable>;