export interface own_run_record_entry_params {
}