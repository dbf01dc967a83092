export interface ids_in_params {
  content: string;
}