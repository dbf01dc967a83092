export interface drop_unread_result_params {
}