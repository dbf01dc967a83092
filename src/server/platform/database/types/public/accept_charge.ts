export interface accept_charge_params {
  p_charge: string;

  p_way: string;

  p_person: string;

  p_split: unknown;
}

/** Return type for accept_charge */
export type accept_charge_return_type = boolean;