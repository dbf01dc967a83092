export interface dispute_is_due_params {
}