export interface ask_listing_vector_params {
}