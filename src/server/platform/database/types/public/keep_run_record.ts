export interface keep_run_record_params {
}