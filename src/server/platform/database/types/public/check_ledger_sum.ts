export interface check_ledger_sum_params {
}