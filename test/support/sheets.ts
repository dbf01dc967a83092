/** The app with a stand-in for Google Sheets, and people who connect accounts at it by agreeing at a stand-in for Google. */
import type { ModelPeer } from '#peers/model/server.ts'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { startOAuthPeer } from '#peers/oauth/peer.ts'
import { answeringService } from './answering.ts'
import { createTestApp, type Person } from './app.ts'

export const CLIENT = { client_id: 'chowk', client_secret: 'secret of chowk' }

export type SheetsApp = Awaited<ReturnType<typeof createSheetsApp>>

interface More {
  /** A server of language models that the operator has. */
  model?: ModelPeer
  /** `host:port` that may be reached besides. */
  allow?: readonly string[]
  /** Further apps that are where the spreadsheet service is, by the beginnings of their addresses. */
  here?: readonly string[]
  options?: Parameters<typeof createTestApp>[0]
}

export async function createSheetsApp({ model, allow = [], here = [], options = {} }: More = {}) {
  const service = answeringService()
  const host = await service.listen()
  const peer = await startOAuthPeer()
  const test = await createTestApp({
    ...options,
    ...(model && {
      models: {
        model: {
          ...{ provider: 'custom', base_url: model.url, model: 'house', api_key: null },
          ...{ input_price: null, output_price: null, country: null },
        },
        outboundAllow: [model.host],
      },
    }),
    secrets: { allow: [new URL(peer.url).host, host, ...allow] },
    appAddresses: {
      ...Object.fromEntries(here.map((origin) => [origin, `http://${host}`])),
      'https://sheets.googleapis.com': `http://${host}`,
      'https://accounts.google.com/o/oauth2/v2/auth': `${peer.url}/generic/authorize`,
      'https://oauth2.googleapis.com/token': `${peer.url}/generic/token`,
    },
  })
  const add = (as: Person, fields: object = CLIENT, name = 'Books') =>
    test.call('POST', '/api/v1/integrations/google-sheets/accounts', {
      as,
      body: { sign_in: 'account', name, fields },
    })
  /** Agrees at the service for an account that is kept. */
  const agree = async (as: Person, id: string): Promise<string> => {
    const begun = await test.call('POST', `/api/v1/credentials/${id}/connect`, { as })
    const choose = new URL(begun.body.data.url.replace('/authorize', '/choose'))
    choose.searchParams.set('choice', '1')
    const back = await fetch(choose, { redirect: 'manual' })
    const query = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
    return (await test.call('POST', '/api/v1/oauth2/gmail/callback', { as, body: query })).body.data.outcome
  }
  return {
    ...{ test, peer, asked: service.asked, answers: service.answers, add, agree },
    /** Of the spreadsheet service. */
    url: `http://${host}`,
    /** Someone whose session connects accounts: agreeing belongs to a session. */
    async person(role: 'seller' | 'basic_user' | 'super_admin' = 'basic_user'): Promise<Person> {
      const made = { ...(await test.person(role)), session: `laptop of ${role}` }
      test.know(made)
      return made
    },
    /** @returns the account that is connected then */
    async connected(as: Person, name = 'Books'): Promise<string> {
      const made = await add(as, CLIENT, name)
      const { id } = made.body.data.account
      const outcome = await agree(as, id)
      if (outcome !== 'connected') throw new Error(`The account is ${outcome}`)
      return id as string
    },
    /** Forgets what was asked and answers as usual again. */
    reset() {
      peer.behave(BEHAVES)
      service.reset()
    },
    async close() {
      await test.close()
      await peer.close()
      service.close()
    },
  }
}
