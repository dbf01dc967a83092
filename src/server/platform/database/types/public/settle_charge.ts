export interface settle_charge_params {
  c: unknown;
}