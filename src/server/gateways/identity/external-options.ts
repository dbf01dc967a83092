/** How Google and GitHub know this installation. */

export interface GoogleOptions {
  client_id: string
  client_secret: string
  /** `https://accounts.google.com`, without a trailing slash. */
  issuer: string
}

export interface GitHubOptions {
  client_id: string
  client_secret: string
  /** `https://github.com`, without a trailing slash. */
  url: string
  /** `https://api.github.com`, without a trailing slash. */
  api_url: string
}

/** Null: the operator has no client id there. */
export interface ExternalOptions {
  google: GoogleOptions | null
  github: GitHubOptions | null
}
