export interface financial_year_params {
  at: unknown;
}

/** Return type for financial_year */
export type financial_year_return_type = number;