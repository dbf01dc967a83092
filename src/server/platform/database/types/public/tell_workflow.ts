export interface tell_workflow_params {
}