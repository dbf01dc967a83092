export interface queue_audit_entry_params {
}