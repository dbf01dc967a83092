export interface count_seller_year_params {
}