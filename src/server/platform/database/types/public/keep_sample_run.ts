export interface keep_sample_run_params {
}