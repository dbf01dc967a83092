import type { DisputesId } from './Disputes.ts';
import type { ColumnType, Selectable, Insertable, Updateable } from 'kysely';

export type DisputeEvidenceSentBackId = string;

/** Represents the table public.dispute_evidence_sent_back */
export default interface DisputeEvidenceSentBackTable {
  id: ColumnType<DisputeEvidenceSentBackId, DisputeEvidenceSentBackId | undefined, DisputeEvidenceSentBackId>;

  dispute_id: ColumnType<DisputesId, DisputesId, DisputesId>;

  summary: ColumnType<string, string, string>;

  files: ColumnType<unknown, unknown, unknown>;

  submitted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;

  sent_back_at: ColumnType<Date, Date | string, Date | string>;
}

export type DisputeEvidenceSentBack = Selectable<DisputeEvidenceSentBackTable>;

export type NewDisputeEvidenceSentBack = Insertable<DisputeEvidenceSentBackTable>;

export type DisputeEvidenceSentBackUpdate = Updateable<DisputeEvidenceSentBackTable>;