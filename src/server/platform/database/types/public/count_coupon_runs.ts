export interface count_coupon_runs_params {
}