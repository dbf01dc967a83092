export interface leave_gone_waits_params {
}