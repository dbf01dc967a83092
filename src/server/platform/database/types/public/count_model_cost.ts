export interface count_model_cost_params {
}