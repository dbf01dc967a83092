export interface analytics_person_params {
  agent: string;

  account: string;

  visitor: string;
}

/** Return type for analytics_person */
export type analytics_person_return_type = string;