export interface count_seller_change_params {
}