export interface add_unread_result_params {
}