/**
 * A provider as workspaces have one: `oidc-provider`, a certified server of OpenID Connect, with people in groups. Its own pages ask for a
 * name and any password, and then for consent.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** By what they enter as their login, which is the provider's lasting id of them. */
export interface PersonThere {
  email: string
  email_verified: boolean
  name: string
  groups: string[]
}

export interface OidcPeer {
  issuer: string
  client_id: string
  client_secret: string
  people: Map<string, PersonThere>
  /** Answers 503 to everything. */
  down(isDown: boolean): void
  close(): Promise<void>
}

/** @param redirect_uris where it sends people back to */
export async function startOidcPeer(redirect_uris: string[], port = 0): Promise<OidcPeer> {
  let isDown = false
  let answer: ReturnType<Provider['callback']> | null = null
  const server = createServer((request, response) => {
    if (answer !== null && !isDown) return void answer(request, response)
    response.writeHead(503).end()
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new Map<string, PersonThere>()
  const client = { client_id: 'chowk', client_secret: 'the secret of chowk at its provider' }
  const provider = new Provider(issuer, {
    clients: [{ ...client, redirect_uris, grant_types: ['authorization_code'], response_types: ['code'] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['a key of a stand-in'] },
    pkce: { required: () => true },
    findAccount: (_context, accountId) => {
      const person = people.get(accountId)
      return person && { accountId, claims: async () => ({ sub: accountId, ...person }) }
    },
  })
  answer = provider.callback()
  return {
    ...{ issuer, ...client, people },
    down: (now) => {
      isDown = now
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
