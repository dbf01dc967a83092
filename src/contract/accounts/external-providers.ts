/** The outside providers a person can sign in with, free of zod. */

export const EXTERNAL_PROVIDERS = ['google', 'github'] as const
export type ExternalProvider = (typeof EXTERNAL_PROVIDERS)[number]

export const EXTERNAL_NAMES = { google: 'Google', github: 'GitHub' } as const

/** The page the popup opens with, and comes back to: its redirect address, one for each provider, so that answers cannot be mixed up. */
export const externalPage = (provider: ExternalProvider): string => `/oauth/${provider}.html`

/** What the popup tells the page that opened it, in a message and on the channel of this name. */
export const EXTERNAL_MESSAGE = 'chowk.external'
export interface ExternalMessage {
  type: typeof EXTERNAL_MESSAGE
  provider: ExternalProvider
  /** Null when it worked. */
  error: { code: string; message: string } | null
}
