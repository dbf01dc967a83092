export interface refund_is_due_params {
}