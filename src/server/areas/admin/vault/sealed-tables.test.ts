import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { McpPackageId } from '#contract/connectors/mcp-packages.ts'
import { createVaultOf } from '#server/areas/accounts/credentials/vault-of.ts'
import { findProfile } from '#server/areas/accounts/seller-profiles/profile.store.ts'
import { openProfile } from '#server/areas/accounts/seller-profiles/profile.ts'
import { belongsToSignOn, openProvider } from '#server/areas/accounts/sign-on/provider.ts'
import { findSignOn, insertDomain, saveSignOn, setProven } from '#server/areas/accounts/sign-on/sign-on.store.ts'
import { findPackage, insertPackage, keepVersion } from '#server/areas/connectors/mcp-packages/mcp-packages.store.ts'
import { keptSettings, openSecrets } from '#server/areas/connectors/mcp-packages/settings.ts'
import { openApplication } from '#server/areas/connectors/oauth-applications/oauth-applications.ts'
import { openSecret, sealSecret } from '#server/areas/runs/app-triggers/secrets.ts'
import {
  openSecrets as openBotSecrets,
  sealSecrets as sealBotSecrets,
} from '#server/areas/services/approval-bots/access.ts'
import { openSecrets as openChannelSecrets, sealSecrets } from '#server/areas/services/channels/access.ts'
import { openSigningSecrets } from '#server/areas/services/signing/signing.ts'
import { openModelKey } from '#server/areas/workflows/models/model-key.ts'
import { findModel } from '#server/areas/workflows/models/models.store.ts'
import { seal } from '#server/gateways/vault/envelope.ts'
import { type KeyRing, loadKeyRing } from '#server/gateways/vault/keys.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { rotateKeys } from './rotate.ts'
import { SEALED_TABLE_NAMES } from './sealed-tables.store.ts'

const KEY = newVaultKey()
const chats = workflow([node('start', 'chat_trigger'), set('done', { text: 'Yes' })], wires('start > done'))
let test: TestApp
let admin: Person
let seller: Person
beforeAll(async () => {
  test = await createTestApp({ secrets: { allow: ['127.0.0.1'], keys: KEY } })
  admin = { ...(await test.person('super_admin')), signed_in_at: new Date() }
  test.know(admin)
  seller = { ...(await test.person('seller')), signed_in_at: new Date() }
  test.know(seller)
})
afterAll(() => test.close())

const call = async (method: 'POST' | 'PUT', path: string, as: Person, body: object) => {
  const answer = await test.call(method, path, { as, body })
  expect([path, answer.body.errors]).toEqual([path, undefined])
  return answer.body.data
}

/** A secret in each table, put there as the product does it. @returns opens it with the keys of a ring */
const PLANTED: Record<string, (secret: string) => Promise<(ring: KeyRing) => Promise<unknown>>> = {
  credentials: async (secret) => {
    const fields = { token: secret, hosts: '127.0.0.1' }
    const made = await call('POST', '/api/v1/credentials', seller, { type: 'bearer', name: 'Clinic', fields })
    const who = { owner: { user_id: seller.id }, author: null, version: null }
    return async (ring) => (await createVaultOf(test.database.db, ring).open(made.credential.id, who)).fields.token
  },
  models: async (secret) => {
    const own = { provider: 'custom', name: 'Mine', model: 'small', base_url: 'http://127.0.0.1:9/v1', api_key: secret }
    const { id } = await call('POST', '/api/v1/models', seller, own)
    const { db } = test.database
    return async (ring) => {
      const row = await findModel(db, id)
      return row && openModelKey(createVaultOf(db, ring), row)
    }
  },
  seller_profiles: async (secret) => {
    const payee = { type: 'bank', holder: secret, account: '00123456789', ifsc: 'HDFC0001234' }
    const person = { legal_name: 'Asha Rao', kind: 'individual', address: '1 MG Road, Pune', state_code: '27' }
    await call('PUT', '/api/v1/seller/profile', seller, { ...person, pan: 'ABCPR1234D', payee })
    return async (ring) => {
      const row = await findProfile(test.database.db, seller.id as never)
      return row && JSON.parse(openProfile(ring, row).payee ?? '{}').holder
    }
  },
  oauth_applications: async (secret) => {
    const body = { client_id: 'ours', client_secret: secret }
    await call('PUT', '/api/v1/admin/oauth-applications/slack', admin, body)
    return async (ring) => (await openApplication(test.database.db, ring, 'slack'))?.client_secret
  },
  mcp_packages: async (secret) => {
    const { db } = test.database
    const id = uuidv7() as McpPackageId
    const environment = [{ name: 'LAMP_SECRET', kind: 'secret' as const, value: secret }]
    const settings = { name: 'Lamps', arguments: [], environment, hosts: [] }
    const version = await keepVersion(db, {
      ...{
        package: 'lamps',
        version: '1.0.0',
        source: 'file',
        integrity: null,
        hash: 'a'.repeat(64),
        pin: 'a',
        bytes: 1,
        files: 1,
      },
      ...{ description: '', licence: null, website: null, program: 'x.js', hosts: [], environment: [], warnings: [] },
    })
    const kept = keptSettings(test.ring, id, settings, {})
    await insertPackage(db, { ...kept, id, package: 'lamps', version_id: version.id })
    return async (ring) => {
      const row = await findPackage(db, id)
      return row && openSecrets(ring, row)?.LAMP_SECRET
    }
  },
  app_triggers: async (secret) => {
    const owned = { id: uuidv7(), owner_id: seller.id }
    const { key_id, wrapped_key, sealed } = sealSecret(test.ring, secret, owned)
    await test.database.pool.query(
      `insert into app_triggers (id, owner_id, integration, watched, kind, token, key_id, wrapped_key, sealed)
       values ($1, $2, 'github', '{}', 'webhook', 'token', $3, $4, $5)`,
      [owned.id, owned.owner_id, key_id, wrapped_key, sealed],
    )
    return async (ring) => {
      const { rows } = await test.database.pool.query('select * from app_triggers where id = $1', [owned.id])
      return openSecret(ring, rows[0])
    }
  },
  channels: async (secret) => {
    const { pool } = test.database
    await addAgent(pool, seller.id, chats, { slug: 'chats', input_schema: { type: 'object' } })
    const service = await test.call('POST', '/api/v1/services', { as: seller, body: { agent_id: 'chats' } })
    const owned = { id: uuidv7(), owner_id: seller.id }
    const sealed = sealSecrets(test.ring, { access_token: secret, app_secret: 'secret of the app' }, owned)
    await pool.query(
      `insert into channels (id, service_id, owner_id, kind, token, verify_token, settings, key_id, wrapped_key, sealed)
       values ($1, $2, $3, 'whatsapp', $4, 'token', '{}', $5, $6, $7)`,
      [owned.id, service.body.data.id, seller.id, 'a'.repeat(32), sealed.key_id, sealed.wrapped_key, sealed.sealed],
    )
    return async (ring) => {
      const { rows } = await pool.query('select * from channels where id = $1', [owned.id])
      return openChannelSecrets(ring, rows[0], owned).access_token
    }
  },
  approval_bots: async (secret) => {
    const owned = { id: uuidv7(), owner_id: seller.id }
    const sealed = sealBotSecrets(test.ring, { bot_token: secret }, owned)
    await test.database.pool.query(
      `insert into approval_bots (id, owner_id, kind, token, settings, key_id, wrapped_key, sealed)
       values ($1, $2, 'slack', $3, '{}', $4, $5, $6)`,
      [owned.id, owned.owner_id, 'b'.repeat(32), sealed.key_id, sealed.wrapped_key, sealed.sealed],
    )
    return async (ring) => {
      const { rows } = await test.database.pool.query('select * from approval_bots where id = $1', [owned.id])
      return openBotSecrets(ring, rows[0], owned).bot_token
    }
  },
  signing_secrets: async (secret) => {
    const owned = { id: uuidv7(), owner_id: seller.id }
    const sealed = seal(test.ring, { secret }, { ...owned, type: 'signing_secret' })
    await test.database.pool.query(
      `insert into signing_secrets (id, owner_id, purpose, key_id, wrapped_key, sealed) values ($1, $2, 'callback', $3, $4, $5)`,
      [owned.id, owned.owner_id, sealed.key_id, sealed.wrapped_key, sealed.sealed],
    )
    const of = { owner_id: seller.id, service_id: null }
    return async (ring) => (await openSigningSecrets(test.database.db, ring, of))[0]
  },
  workspace_sign_ons: async (secret) => {
    const { db } = test.database
    const { id: workspace } = await call('POST', '/api/v1/workspaces', seller, { name: 'Clinic' })
    const domain = { workspace, domain: 'clinic.example', token: 'token', by: seller.id as never }
    const domain_id = await insertDomain(db, domain)
    if (domain_id === null) throw new Error('The domain is there already')
    await setProven(db, domain_id)
    const id = uuidv7()
    const sealed = seal(test.ring, { client_secret: secret }, belongsToSignOn(id, workspace))
    const settings = { groups_claim: 'groups', roles: [], default_role: 'member' as const, is_enforced: false }
    const provider = { issuer: 'https://login.example.com', client_id: 'chowk' }
    await saveSignOn(db, { id, workspace_id: workspace, domain_id, ...provider, ...settings, ...sealed })
    return async (ring) => {
      const row = await findSignOn(db, id)
      return row && openProvider(ring, row).client_secret
    }
  },
}

describe('tables with sealed columns', () => {
  it('are all known to the vault, and to this test', async () => {
    const { rows } = await test.database.pool.query(`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and (column_name = 'wrapped_key' or column_name ~ 'sealed' and data_type = 'bytea') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual([...SEALED_TABLE_NAMES].sort())
    expect(Object.keys(PLANTED).sort()).toEqual([...SEALED_TABLE_NAMES].sort())
  })

  it('move under the newest key, and every secret opens with that one alone', async () => {
    const opened: [string, string, (ring: KeyRing) => Promise<unknown>][] = []
    for (const [table, plant] of Object.entries(PLANTED)) {
      const secret = `secret-of-${table.replaceAll('_', '-')}`
      opened.push([table, secret, await plant(secret)])
    }
    const next = newVaultKey()
    const [both, alone] = [loadKeyRing(`${next},${KEY}`, '/nowhere'), loadKeyRing(next, '/nowhere')]
    const state = async () => (await test.call('GET', '/api/v1/admin/vault', { as: admin })).body.data
    expect(await state()).toMatchObject({ newest: opened.length, older: 0, unreadable: 0 })
    // Twice at once: what one has moved the other leaves.
    const moved = await Promise.all([rotateKeys(test.database.db, both), rotateKeys(test.database.db, both)])
    expect(moved.map(({ unreadable }) => unreadable)).toEqual([0, 0])
    for (const [table, secret, open] of opened) expect([table, await open(alone)]).toEqual([table, secret])
    expect(await state()).toMatchObject({ newest: 0, older: 0, unreadable: opened.length })
  })
})
