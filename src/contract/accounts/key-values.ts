/** What API keys look like and how many there may be. Plain data, for the browser too. */
export const SCOPES = ['read', 'run', 'delete'] as const
export type Scope = (typeof SCOPES)[number]

export const API_KEYS = { per_user: 20, name_chars: 80, max_days: 3650, origins: 20, origin_chars: 260 } as const

/** The origin of a site as browsers send it, `https://clinic.example`; null for a text that names none. */
export function parseOrigin(text: string): string | null {
  try {
    const { protocol, origin, href } = new URL(text)
    return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : null
  } catch {
    return null
  }
}

/** `chowk_`, ten characters that find the key, a line, and 43 that nobody can guess (256 bits). */
export const API_KEY = /^chowk_([A-Za-z0-9]{10})_[A-Za-z0-9_-]{43}$/
