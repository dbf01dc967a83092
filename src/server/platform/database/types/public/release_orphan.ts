export interface release_orphan_params {
  p_charge: string;
}

/** Return type for release_orphan */
export type release_orphan_return_type = boolean;