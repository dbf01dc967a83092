export interface address_keys_params {
  content: string;
}