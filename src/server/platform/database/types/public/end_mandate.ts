export interface end_mandate_params {
}