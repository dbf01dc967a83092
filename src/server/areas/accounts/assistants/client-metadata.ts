/** What a program says of itself, at its registration (RFC 7591 §2) or in a document of its own. Everything that is not used is left unread. */
import { ASSISTANTS } from '#contract/accounts/assistant-values.ts'
import { isObject } from '#shared/json.ts'
import { OAuthError } from './oauth-error.ts'
import { readRedirectUri } from './redirect-uri.ts'

export interface ClientMetadata {
  name: string
  redirect_uris: string[]
}

const MOST_REDIRECTS = 10
/** Control, zero width and direction characters: a name must read as it is. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

function readName(value: unknown, usual: string): string {
  const text = typeof value === 'string' ? value.slice(0, 1000).toWellFormed().replace(HIDDEN, ' ') : ''
  const name = [...text.replace(/\s+/g, ' ').trim()].slice(0, ASSISTANTS.name_chars).join('').trim()
  return name === '' ? usual : name
}

function readRedirects(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MOST_REDIRECTS)
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must have 1 to ${MOST_REDIRECTS} addresses`)
  return value.map((one) => {
    if (typeof one !== 'string' || readRedirectUri(one) === null)
      throw new OAuthError(
        'invalid_redirect_uri',
        'A redirect URI must be https, http on a loopback address, or the scheme of a known app, without a fragment',
      )
    return one
  })
}

/** The lists a program may name, and what of them it needs from us. */
const NEEDED = { grant_types: 'authorization_code', response_types: 'code' } as const

function checkNeeds(metadata: Record<string, unknown>): void {
  for (const [field, needed] of Object.entries(NEEDED)) {
    const value = metadata[field]
    if (value !== undefined && !(Array.isArray(value) && value.includes(needed)))
      throw new OAuthError('invalid_client_metadata', `${field} must include ${needed}`)
  }
}

/**
 * @param usual the name of a program that gives none
 * @throws OAuthError invalid_client_metadata, invalid_redirect_uri
 */
export function readClientMetadata(metadata: unknown, usual: string): ClientMetadata {
  if (!isObject(metadata)) throw new OAuthError('invalid_client_metadata', 'Send one JSON object')
  checkNeeds(metadata)
  return { name: readName(metadata.client_name, usual), redirect_uris: readRedirects(metadata.redirect_uris) }
}
