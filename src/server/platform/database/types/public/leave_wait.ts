export interface leave_wait_params {
}