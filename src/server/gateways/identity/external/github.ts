/** GitHub, or a GitHub Enterprise server: OAuth without an id token; the person and the verified addresses come from its API. */

import { z } from 'zod'
import type { GitHubOptions } from '#server/gateways/identity/external-options.ts'
import { type ExternalClient, exchangeCode, fetchJson, normaliseEmail, parseAnswer } from './external-client.ts'

const Person = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullish() })
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).max(200)

export const createGitHub = (options: GitHubOptions): ExternalClient => ({
  async authorizeUrl({ state, challenge, redirect_uri }) {
    const url = new URL(`${options.url}/login/oauth/authorize`)
    const query = {
      response_type: 'code',
      client_id: options.client_id,
      redirect_uri,
      scope: 'user:email',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url.href
  },
  async profile(exchange) {
    const { access_token } = await exchangeCode(`${options.url}/login/oauth/access_token`, exchange, options)
    const headers = { authorization: `Bearer ${access_token}`, accept: 'application/vnd.github+json' }
    const person = parseAnswer(Person, await fetchJson(`${options.api_url}/user`, { headers }))
    const addresses = parseAnswer(Addresses, await fetchJson(`${options.api_url}/user/emails`, { headers }))
    // Only the primary address: any other could be added by the current holder of the account.
    const primary = addresses.find((one) => one.primary && one.verified)
    return {
      account_id: String(person.id),
      verified_email: normaliseEmail(primary?.email),
      name: person.name?.trim() || person.login,
    }
  },
})
