export interface keep_version_params {
}