export interface leave_failure_params {
}