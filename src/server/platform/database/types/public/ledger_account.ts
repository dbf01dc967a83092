export interface ledger_account_params {
  p_kind: string;

  p_owner: string;
}

/** Return type for ledger_account */
export type ledger_account_return_type = string;