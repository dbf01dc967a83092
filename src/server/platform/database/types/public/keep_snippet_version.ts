export interface keep_snippet_version_params {
}