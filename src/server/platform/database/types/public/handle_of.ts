export interface handle_of_params {
  name: string;
}

/** Return type for handle_of */
export type handle_of_return_type = string;