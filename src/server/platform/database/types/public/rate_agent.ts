export interface rate_agent_params {
  rated: string;

  at: unknown;
}