export interface reject_charge_params {
  p_charge: string;

  p_way: string;

  p_person: string;

  p_reason: string;

  p_note: string;
}

/** Return type for reject_charge */
export type reject_charge_return_type = boolean;