export interface analytics_key_params {
  name: string;

  params: unknown;
}

/** Return type for analytics_key */
export type analytics_key_return_type = string;