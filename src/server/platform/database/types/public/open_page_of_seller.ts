export interface open_page_of_seller_params {
}