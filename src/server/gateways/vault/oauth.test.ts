import { describe, expect, it } from 'vitest'
import type { HttpPort } from '#nodes/ports.ts'
import { createOAuth } from './oauth.ts'
import type { Secret } from './vault.ts'

const CLIENT_SECRET = 'client-secret-0123456789'
const account: Secret = {
  id: 'a',
  type: 'oauth2_generic',
  name: 'Account',
  owner_id: 'o' as Secret['owner_id'],
  fields: {
    client_id: 'chowk',
    client_secret: CLIENT_SECRET,
    authorize_url: 'https://id.example/authorize',
    token_url: 'https://id.example/token',
    refresh_token: 'refresh-token-0123456789',
  },
}

/** A service whose token endpoint answers so. */
function connector(status: number, answer: (sent: string) => unknown) {
  const http: HttpPort = async ({ body }) => ({ status, headers: {}, body: JSON.stringify(answer(String(body))) })
  return createOAuth({
    http,
    gmail: null,
    findApplication: async () => null,
    redirect_uri: 'https://chowk.example/back',
  })
}
const messageOf = (asked: Promise<unknown>) => asked.then(String, (error: Error) => error.message)
const both = ({ exchange, refresh }: ReturnType<typeof connector>) =>
  Promise.all([messageOf(exchange(account, 'code', 'verifier')), messageOf(refresh(account))])

describe('a token endpoint that repeats what it was sent', () => {
  it.each([
    [
      'the client secret in its error',
      (sent: string) => ({ error: `bad ${new URLSearchParams(sent).get('client_secret')}` }),
    ],
    ['the whole form as its error', (sent: string) => ({ error: sent })],
    [
      'the whole form as the description of a known error',
      (sent: string) => ({ error: 'invalid_client', error_description: sent }),
    ],
    ['the whole form as its answer', (sent: string) => sent],
  ])('shows nobody %s', async (_what, answer) => {
    for (const message of await both(connector(400, answer))) {
      expect(message).not.toMatch(/0123456789|chowk/)
      expect(message).toMatch(/\((?:status 400|invalid_client)\)/)
    }
  })
})

it('names the reasons that the standard knows, and takes an ended agreement for one', async () => {
  expect(await both(connector(401, () => ({ error: 'invalid_client' })))).toEqual([
    'The service did not stand by its agreement (invalid_client).',
    'The service gave no fresh token (invalid_client).',
  ])
  expect(await connector(400, () => ({ error: 'invalid_grant' })).refresh(account)).toBeNull()
})
