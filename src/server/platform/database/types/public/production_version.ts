export interface production_version_params {
  workflow: string;
}

/** Return type for production_version */
export type production_version_return_type = string;