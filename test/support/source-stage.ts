/** Stand-ins for services of files, and an owner with a connection to each. */

import type { KnowledgeDocument } from '#contract/knowledge/documents.ts'
import type { KnowledgeSource, KnowledgeSourceItem } from '#contract/knowledge/sources.ts'
import { type FoldersPeer, startFoldersPeer } from '#peers/folders/server.ts'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { type OAuthPeer, startOAuthPeer } from '#peers/oauth/peer.ts'
import { type S3Peer, startS3Peer } from '#peers/s3/server.ts'
import { syncSources } from '#server/areas/knowledge/sources/sync-sources.ts'
import { createRunners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from './app.ts'
import { embedByWords } from './embed.ts'

const ALL = '/api/v1/knowledge'
const CLIENT = { client_id: 'chowk', client_secret: 'secret of chowk' }
const never = new AbortController().signal

export type SourceStage = Awaited<ReturnType<typeof setSourceStage>>

const addressesOf = (folders: FoldersPeer, oauth: OAuthPeer): Record<string, string> => ({
  'https://www.googleapis.com': folders.url,
  'https://graph.microsoft.com': folders.url,
  'https://api.notion.com': folders.url,
  'https://accounts.google.com/o/oauth2/v2/auth': `${oauth.url}/generic/authorize`,
  'https://oauth2.googleapis.com/token': `${oauth.url}/generic/token`,
  'https://login.microsoftonline.com/common/oauth2/v2.0/authorize': `${oauth.url}/generic/authorize`,
  'https://login.microsoftonline.com/common/oauth2/v2.0/token': `${oauth.url}/generic/token`,
})

/** Agrees at the service for an account that is kept. */
async function agree(test: TestApp, as: Person, id: string): Promise<void> {
  const begun = await test.call('POST', `/api/v1/credentials/${id}/connect`, { as })
  const choose = new URL(begun.body.data.url.replace('/authorize', '/choose'))
  choose.searchParams.set('choice', '1')
  const back = await fetch(choose, { redirect: 'manual' })
  const query = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
  await test.call('POST', '/api/v1/oauth2/gmail/callback', { as, body: query })
}

/** Connections of people. */
function connections(test: TestApp, s3: S3Peer) {
  return {
    /** A credential for the bucket. */
    async keys(as: Person, fields: object = {}): Promise<string> {
      const { url: endpoint, region, access_key_id, secret_access_key, bucket } = s3
      const all = { endpoint, region, access_key_id, secret_access_key, bucket, ...fields }
      const body = { type: 's3', name: `Papers ${Math.random()}`, fields: all }
      return (await test.call('POST', '/api/v1/credentials', { as, body })).body.data.credential.id
    },
    /** An account at an app, agreed to at the service; at Notion with a secret. */
    async account(as: Person, app: 'google-drive' | 'onedrive' | 'notion'): Promise<string> {
      const way =
        app === 'notion' ? { sign_in: 'key', fields: { token: 'ntn_secret' } } : { sign_in: 'account', fields: CLIENT }
      const body = { ...way, name: `Mine ${Math.random()}` }
      const { id } = (await test.call('POST', `/api/v1/integrations/${app}/accounts`, { as, body })).body.data.account
      if (app !== 'notion') await agree(test, as, id)
      return id
    },
  }
}

/** What people see of sources, and the job. */
function looks(test: TestApp, owner: Person) {
  const get = async (path: string) => (await test.call('GET', `${ALL}/${path}`, { as: owner })).body.data.items
  const items = (base: string, id: string): Promise<KnowledgeSourceItem[]> =>
    get(`${base}/sources/${id}/items?limit=100`)
  return {
    async base(as = owner): Promise<string> {
      return (await test.call('POST', ALL, { as, body: { name: `Base ${Math.random()}` } })).body.data.id
    },
    async add(base: string, body: object, as = owner) {
      const { status, body: answer } = await test.call('POST', `${ALL}/${base}/sources`, { as, body })
      const source = answer.data as KnowledgeSource
      return { status, source, code: answer.errors?.[0]?.code, field: answer.errors?.[0]?.field }
    },
    /** Until nothing may be read any more. */
    sync: () => syncSources(test.sources, never),
    again: (base: string, id: string) => test.call('POST', `${ALL}/${base}/sources/${id}/sync`, { as: owner }),
    change: (base: string, id: string, body: object) =>
      test.call('PUT', `${ALL}/${base}/sources/${id}`, { as: owner, body }),
    source: async (base: string): Promise<KnowledgeSource> => (await get(`${base}/sources`))[0],
    items,
    /** State, or the code of what is wrong, by name. */
    outcomes: async (base: string, id: string): Promise<Record<string, string>> =>
      Object.fromEntries((await items(base, id)).map(({ name, state, error }) => [name, error?.code ?? state])),
    documents: (base: string): Promise<KnowledgeDocument[]> => get(`${base}/documents?limit=100`),
  }
}

export async function setSourceStage() {
  const [s3, folders, oauth] = [await startS3Peer(), await startFoldersPeer(), await startOAuthPeer()]
  const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  const allow = [s3.url, folders.url, oauth.url].map((url) => new URL(url).host)
  const test = await createTestApp({
    ...{ embed: embedByWords, runners, secrets: { allow } },
    models: { model: null, outboundAllow: allow },
    appAddresses: addressesOf(folders, oauth),
  })
  const owner: Person = { ...(await test.person()), session: 'laptop' }
  test.know(owner)
  return {
    /** Agrees once more for an account that a service takes for ended. */
    agree: (as: Person, id: string) => agree(test, as, id),
    ...{ test, s3, folders, oauth, owner, ...connections(test, s3), ...looks(test, owner) },
    async clear() {
      await test.database.pool.query('delete from knowledge_sources')
      await test.database.pool.query('delete from auth.attempts')
      s3.objects.clear()
      Object.assign(s3, { trouble: null, served: [], refused: [] })
      folders.clear()
      oauth.behave(BEHAVES)
    },
    async end() {
      await test.close()
      await runners.stop()
      await Promise.all([s3.close(), folders.close(), oauth.close()])
    },
  }
}
