export interface post_ledger_params {
  p_key: string;

  p_kind: string;

  p_cause_type: string;

  p_cause_id: string;

  p_lines: unknown;

  p_note: string;

  p_by: string;

  p_reverses: string;

  transaction_id: string;

  posted: boolean;
}

/** Return type for post_ledger */
export interface post_ledger_return_type {
  transaction_id: string;

  posted: boolean;
}