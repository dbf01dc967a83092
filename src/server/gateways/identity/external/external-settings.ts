/** Where Google and GitHub are, and as whom they know this installation. Read by config.ts. */
import { z } from 'zod'
import type { ExternalOptions } from '#server/gateways/identity/external-options.ts'
import { variable } from '#server/gateways/variable.ts'

const text = z.string().max(500).optional()
const address = (standard: string) =>
  z
    .url({ protocol: /^https?$/ })
    .default(standard)
    .transform((url) => url.replace(/\/+$/, ''))

export const EXTERNAL_VARIABLES = {
  GOOGLE_CLIENT_ID: variable(
    'Sign-in with Google, by an OAuth client whose redirect address is `PUBLIC_URL` + `/oauth/google.html`.',
    text,
  ),
  GOOGLE_CLIENT_SECRET: variable('The secret of that client.', text),
  // Any provider with discovery.
  GOOGLE_ISSUER: variable('Another OpenID Connect provider instead of Google.', address('https://accounts.google.com')),
  GITHUB_CLIENT_ID: variable('Sign-in with GitHub; the redirect address ends in `/oauth/github.html`.', text),
  GITHUB_CLIENT_SECRET: variable('The secret of that client.', text),
  GITHUB_URL: variable('A GitHub Enterprise Server of your own.', address('https://github.com')),
  GITHUB_API_URL: variable('The API of that server.', address('https://api.github.com')),
}

const Variables = z.object(EXTERNAL_VARIABLES)

/** @throws Error when an id comes without its secret, or a secret without its id */
export function externalOptions(e: z.output<typeof Variables>): ExternalOptions {
  const client = (name: 'GOOGLE' | 'GITHUB') => {
    const [client_id, client_secret] = [e[`${name}_CLIENT_ID`], e[`${name}_CLIENT_SECRET`]]
    if ((client_id === undefined) !== (client_secret === undefined))
      throw new Error(
        `The configuration is not valid:\n  ${name}_CLIENT_ID and ${name}_CLIENT_SECRET are needed together`,
      )
    return client_id !== undefined && client_secret !== undefined ? { client_id, client_secret } : null
  }
  const [google, github] = [client('GOOGLE'), client('GITHUB')]
  return {
    google: google && { ...google, issuer: e.GOOGLE_ISSUER },
    github: github && { ...github, url: e.GITHUB_URL, api_url: e.GITHUB_API_URL },
  }
}
