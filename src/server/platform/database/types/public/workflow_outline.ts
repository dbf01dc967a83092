export interface workflow_outline_params {
  document: unknown;
}