export interface models_price_params {
  micros: string;

  at: unknown;
}

/** Return type for models_price */
export type models_price_return_type = string;