export interface release_charge_params {
  c: unknown;

  p_reason: string;
}