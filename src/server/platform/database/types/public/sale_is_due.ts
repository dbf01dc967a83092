export interface sale_is_due_params {
}