export interface tell_agent_demands_params {
}