/** As whom Google knows this installation when somebody connects Gmail. Read by config.ts. */
import { z } from 'zod'
import type { GmailSettings } from './oauth.ts'

/** An empty variable is an absent one. */
const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

export const GMAIL_VARIABLES = {
  GMAIL_API_URL: z.preprocess(
    blankIsAbsent,
    z
      .url({ protocol: /^https?$/ })
      .default('https://gmail.googleapis.com')
      .transform((url) => url.replace(/\/+$/, '')),
  ),
}

/** The client of the sign-in with Google: its consent page then has to allow sending mail, too. */
export const gmailSettings = (
  google: { client_id: string; client_secret: string; issuer: string } | null,
  api_url: string,
): GmailSettings | null => google && { ...google, api_url }
