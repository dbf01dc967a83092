export interface move_run_record_entries_params {
}