export interface is_empty_result_params {
  value: unknown;
}

/** Return type for is_empty_result */
export type is_empty_result_return_type = boolean;