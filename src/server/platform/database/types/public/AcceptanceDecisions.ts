import type { ChargesId } from './Charges.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type AcceptanceDecisionsId = string;

/** Represents the table public.acceptance_decisions */
export default interface AcceptanceDecisionsTable {
  id: ColumnType<AcceptanceDecisionsId, AcceptanceDecisionsId | undefined, AcceptanceDecisionsId>;

  charge_id: ColumnType<ChargesId, ChargesId, ChargesId>;

  decision: ColumnType<string, string, string>;

  way: ColumnType<string, string, string>;

  person_id: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  reason: ColumnType<string | null, string | null, string | null>;

  note: ColumnType<string, string | undefined, string>;

  decided_at: ColumnType<Date, Date | string | undefined, Date | string>;
}

export type AcceptanceDecisions = Selectable<AcceptanceDecisionsTable>;

export type NewAcceptanceDecisions = Insertable<AcceptanceDecisionsTable>;

export type AcceptanceDecisionsUpdate = Updateable<AcceptanceDecisionsTable>;