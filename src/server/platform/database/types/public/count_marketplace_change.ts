export interface count_marketplace_change_params {
}