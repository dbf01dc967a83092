export interface keep_erased_params {
}