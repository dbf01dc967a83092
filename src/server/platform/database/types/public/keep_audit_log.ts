export interface keep_audit_log_params {
}