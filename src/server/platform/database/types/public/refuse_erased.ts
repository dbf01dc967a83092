export interface refuse_erased_params {
}