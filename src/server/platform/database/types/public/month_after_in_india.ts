export interface month_after_in_india_params {
  at: unknown;
}