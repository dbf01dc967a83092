export interface read_agent_passport_params {
}