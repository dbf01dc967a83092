export interface note_names_params {
}