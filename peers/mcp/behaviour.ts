/** What the stand-in can be told to do wrong, and what it noted. */
export interface Behaviour {
  /** Tools have other names when they are called than when they were listed. */
  renamed: boolean
  /** Put in front of the description of `read_note`. */
  description: string
  /** Where every request is sent on to; empty for none. */
  redirect: string
  /** An answer to a tool call that never ends. */
  endless: 'none' | 'events' | 'bytes'
  /** Without its list of tools, as a server that was emptied. */
  empty: boolean
  /** Answers HTML to everything. */
  not_mcp: boolean
  /** A token is asked for (with `oauth`), or the header `x-key: the key` (with `header`). */
  sign_in: 'none' | 'header' | 'oauth'
  /** Calls of tools are refused until this scope is agreed to; '' for none. */
  asks_for: string
  /** Does not say where its authorization server is, as servers of March 2025. */
  unsaid: boolean
  /** Access tokens end after so many seconds. */
  token_s: number
  /** Refresh tokens are refused. */
  revoked: boolean
  /** Access tokens that were given are not taken any more. */
  tokens_forgotten: boolean
  /** How many tools it has besides its own. */
  more_tools: number
}

export const HONEST: Behaviour = {
  renamed: false,
  description: '',
  redirect: '',
  endless: 'none',
  empty: false,
  not_mcp: false,
  sign_in: 'none',
  asks_for: '',
  unsaid: false,
  token_s: 3600,
  revoked: false,
  tokens_forgotten: false,
  more_tools: 0,
}

/** Stays here: whatever else holds it has leaked. */
export const KEY = 'canary-key-5b1d9c'

export interface Noted {
  /** Calls of tools that change something. */
  written: string[]
  deleted: string[]
  /** What people answered to the forms of tools. */
  answered: unknown[]
  /** Authorization headers and bodies of all requests. */
  requests: { method: string; path: string; authorization: string; body: string }[]
}
