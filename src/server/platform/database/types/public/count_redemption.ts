export interface count_redemption_params {
}