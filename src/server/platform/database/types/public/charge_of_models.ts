export interface charge_of_models_params {
  p_run: string;
}

/** Return type for charge_of_models */
export type charge_of_models_return_type = string;