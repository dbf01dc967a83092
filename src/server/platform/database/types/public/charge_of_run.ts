export interface charge_of_run_params {
}