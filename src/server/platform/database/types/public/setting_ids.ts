export interface setting_ids_params {
  document: unknown;

  key: string;
}