export interface note_failure_for_workflows_params {
}