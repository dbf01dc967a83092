export interface rate_reviewed_agent_params {
}