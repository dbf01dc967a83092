export interface credit_is_due_params {
  given_back_type: string;

  given_back_id: string;
}