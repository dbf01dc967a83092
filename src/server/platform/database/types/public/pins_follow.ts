export interface pins_follow_params {
}