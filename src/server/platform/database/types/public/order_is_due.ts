export interface order_is_due_params {
}