export interface note_supplier_gstin_params {
}