export interface refuse_change_params {
}