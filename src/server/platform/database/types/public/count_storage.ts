export interface count_storage_params {
}