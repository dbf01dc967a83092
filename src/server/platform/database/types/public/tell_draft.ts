export interface tell_draft_params {
}