export interface keep_agent_version_params {
}