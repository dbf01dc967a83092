export interface forget_acceptance_note_params {
}