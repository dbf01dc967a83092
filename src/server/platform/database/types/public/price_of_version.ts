export interface price_of_version_params {
  version: string;

  at: unknown;
}

/** Return type for price_of_version */
export type price_of_version_return_type = string;