import type { DisputesId } from './Disputes.ts';
import type { UsersId } from './Users.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

/** Represents the table public.dispute_evidence */
export default interface DisputeEvidenceTable {
  dispute_id: ColumnType<DisputesId, DisputesId, DisputesId>;

  summary: ColumnType<string, string | undefined, string>;

  state: ColumnType<string, string | undefined, string>;

  changed_by: ColumnType<UsersId | null, UsersId | null, UsersId | null>;

  changed_at: ColumnType<Date, Date | string | undefined, Date | string>;

  last_error: ColumnType<string | null, string | null, string | null>;
}

export type DisputeEvidence = Selectable<DisputeEvidenceTable>;

export type NewDisputeEvidence = Insertable<DisputeEvidenceTable>;

export type DisputeEvidenceUpdate = Updateable<DisputeEvidenceTable>;