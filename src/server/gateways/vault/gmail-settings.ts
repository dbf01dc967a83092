/** This installation's OAuth client at Google for connecting Gmail. Read by config.ts. */
import { z } from 'zod'
import { variable } from '#server/gateways/variable.ts'
import type { GmailSettings } from './oauth.ts'

export const GMAIL_VARIABLES = {
  GMAIL_API_URL: variable(
    'Where *Send with Gmail* sends. Accounts are connected through `GOOGLE_CLIENT_ID`, which Google must allow the scope `gmail.send` and the address `/oauth2/gmail/callback`.',
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
