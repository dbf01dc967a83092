import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { type OAuthPeer, startOAuthPeer } from '#peers/oauth/peer.ts'
import type { Person } from '#test/support/app.ts'
import { testPiece } from '#test/support/npm-registry.ts'
import { createPluginScene, type PluginScene } from '#test/support/plugin-scene.ts'

const SERVICE = 'https://service.lamps.example'
const ACTIONS = `{
  get_me: { run: async ({ auth }) => {
      const answer = await fetch(auth.props.base + '/me', { headers: { authorization: 'Bearer ' + auth.access_token } })
      const body = await answer.json()
      if (!answer.ok) throw Object.assign(new Error('refused'), { response: { status: answer.status, body } })
      return { ...body, token: auth.access_token, props: auth.props, place: auth.data.api_domain, key: auth.data.api_key }
    } },
  tell: { run: async ({ auth }) => { throw new Error('the token is ' + auth.access_token + ', the code ' + auth.props.code) } },
  choose: { props: { lamp: { type: 'DROPDOWN', displayName: 'Lamp', required: true, refreshers: [],
      options: async ({ auth }) => ({ options: [{ label: 'Of ' + auth.props.region + ' ' + auth.access_token, value: 1 }] }) } }, run: async () => ({}) },
  large: { requireAuth: false, props: {
      many: { type: 'DROPDOWN', displayName: 'Many', required: false, refreshers: [], options: async () => ({ options: Array.from({ length: 300000 }, (_, n) => ({ label: 'Lamp ' + n, value: n })) }) },
      huge: { type: 'DROPDOWN', displayName: 'Huge', required: false, refreshers: [], options: async () => ({ options: [{ label: 'Lamp', value: 'x'.repeat(5e6) }] }) },
      fields: { type: 'DYNAMIC', displayName: 'Fields', required: false, refreshers: [], props: async () => Object.fromEntries(Array.from({ length: 400 }, (_, n) => ['a' + n, { type: 'SHORT_TEXT', displayName: 'x', required: true }])) },
      nothing: { type: 'DROPDOWN', displayName: 'Nothing', required: false, refreshers: [], options: async () => 'lamps' } }, run: async () => ({}) },
  read_file: { requireAuth: false, props: { file: { type: 'FILE', displayName: 'File', required: true } },
    run: async ({ propsValue: { file } }) => ({ name: file.filename, extension: file.extension, bytes: file.data.length, text: String(file.data) }) },
}`
const AUTH = `auth: { type: 'OAUTH2', displayName: 'Account', required: true, authUrl: '${SERVICE}/authorize', tokenUrl: '${SERVICE}/token', scope: ['read'],
  props: { base: { type: 'SHORT_TEXT', displayName: 'Address', required: true }, code: { type: 'SECRET_TEXT', displayName: 'Company code', required: true },
    region: { type: 'STATIC_DROPDOWN', displayName: 'Region', required: true, options: { options: [{ label: 'India', value: 'in' }, { label: 'Europe', value: 'eu' }] } },
    test: { type: 'CHECKBOX', displayName: 'Test mode', required: false } } },`

const CODE = 'code-of-the-company-77'

let peer: OAuthPeer
let scene: PluginScene
let owner: Person

beforeAll(async () => {
  peer = await startOAuthPeer()
  scene = await createPluginScene({ secrets: { allow: [new URL(peer.url).host] } })
  await scene.registry.publish({ name: '@acme/lamps', version: '1.0.0', files: testPiece(ACTIONS, AUTH) })
  await scene.check('@acme/lamps')
  // The stand-in has no certificate; a piece may only name encrypted addresses.
  await scene.test.database.pool.query(`update plugin_packages set head = replace(head::text, $1, $2)::jsonb`, [
    SERVICE,
    `${peer.url}/generic`,
  ])
  await scene.install('@acme/lamps')
  owner = { ...scene.seller, session: 'laptop' }
  scene.test.know(owner)
}, 60_000)
afterAll(async () => {
  await scene.close()
  await peer.close()
})
afterEach(() => peer.behave(BEHAVES))

const PLUGIN = 'piece-acme-lamps'
const accounts = `/api/v1/integrations/${PLUGIN}/accounts`
const client = { client_id: 'chowk', client_secret: 'secret of chowk' }
const fieldsOf = () => ({ base: `${peer.url}/generic`, code: CODE, region: 'in', test: 'true', ...client })

async function connect(fields: Record<string, string> = fieldsOf()) {
  const { test } = scene
  const made = await test.call('POST', accounts, { as: owner, body: { sign_in: 'oauth2', name: 'Lamps', fields } })
  expect([made.status, made.body.data?.account.status]).toEqual([201, 'connecting'])
  const { id } = made.body.data.account
  const begun = await test.call('POST', `/api/v1/credentials/${id}/connect`, { as: owner })
  const choose = new URL(begun.body.data.url.replace('/authorize', '/choose'))
  choose.searchParams.set('choice', '1')
  const back = await fetch(choose, { redirect: 'manual' })
  const body = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams)
  const reply = await test.call('POST', '/api/v1/oauth2/gmail/callback', { as: owner, body })
  expect(reply.body.data.outcome).toBe('connected')
  return id as string
}
const run = (action: string, account: string | null, input: object = {}, as = owner) =>
  scene.run(PLUGIN, action, input, account === null ? {} : { account }, as).then(({ body }) => body.data)
const options = (action: string, property: string, account: string | null, as = owner) =>
  scene.test.call('POST', `/api/v1/integrations/${PLUGIN}/actions/${action}/options`, {
    as,
    body: { property, input: {}, account },
  })

describe('an account of a piece that signs in by OAuth', () => {
  it('asks for what the piece wants besides, and names secrets among its permissions', async () => {
    const { body } = await scene.test.call('GET', `/api/v1/integrations/${PLUGIN}`, { as: owner })
    const [way] = body.data.sign_in
    expect(way.fields.map((field: { name: string; secret: boolean }) => [field.name, field.secret])).toEqual([
      ['base', false],
      ['code', true],
      ['region', false],
      ['test', false],
      ['client_id', false],
      ['client_secret', true],
    ])
    expect(body.data.permissions.secrets).toContain('Company code')
    const { code: _, ...rest } = fieldsOf()
    const refused = await scene.test.call('POST', accounts, {
      as: owner,
      body: { sign_in: 'oauth2', name: 'Lamps', fields: { ...rest, region: 'moon' } },
    })
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['fields.code', 'fields.region'])
  })

  it('hands them to the piece as what they are, and gives back no secret', async () => {
    const account = await connect()
    const { output } = await run('get_me', account)
    expect(output).toEqual({
      email: peer.people[0]?.email,
      bearer: '[hidden]',
      token: '[hidden]',
      props: { base: `${peer.url}/generic`, code: '[hidden]', region: 'in', test: true },
      // Answered with the token.
      place: 'https://lamps.example.org',
      key: '[hidden]',
    })
    const { error } = await run('tell', account)
    expect(error.message).toContain('the token is [hidden], the code [hidden]')
  }, 30_000)

  it('is renewed once for runs at the same time, and once more when the service takes its token no longer', async () => {
    peer.behave({ expires_in: 1 })
    const account = await connect()
    peer.behave(BEHAVES)
    const before = peer.state.refreshes
    const both = await Promise.all([run('get_me', account), run('get_me', account)])
    expect(both.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
    expect(peer.state.refreshes).toBe(before + 1)
    peer.state.tokens.clear()
    expect((await run('get_me', account)).status).toBe('succeeded')
    expect(peer.state.refreshes).toBe(before + 2)
    // What was entered stays with the account.
    expect((await run('get_me', account)).output.props).toMatchObject({ code: '[hidden]', region: 'in' })
  }, 30_000)

  it('belongs to its owner, also where choices are loaded', async () => {
    const account = await connect()
    const mine = await options('choose', 'lamp', account)
    expect(mine.body.data.options).toEqual([{ label: 'Of in [hidden]', value: 1 }])
    const stranger = await scene.test.person('seller')
    const theirs = await options('choose', 'lamp', account, stranger)
    expect([theirs.status, theirs.body.errors[0].code]).toEqual([409, 'options_unavailable'])
    const missing = await options('choose', 'lamp', '01890000-0000-7000-8000-000000000000', stranger)
    expect(theirs.body.errors[0].message).toBe(missing.body.errors[0].message)
    expect((await run('get_me', account, {}, stranger)).status).not.toBe('succeeded')
  }, 30_000)
})

describe('what a piece answers as choices', () => {
  it('is cut where it is too long to choose from, and refused by name where it is too large or something else', async () => {
    const many = await options('large', 'many', null)
    expect(many.body.data.options).toHaveLength(1000)
    for (const property of ['huge', 'fields', 'nothing']) {
      const { status, body } = await options('large', property, null)
      expect([property, status, body.errors?.[0].code]).toEqual([property, 409, 'options_unavailable'])
    }
  }, 30_000)
})

describe('a file in the input of a piece', () => {
  it('comes with its name and bytes; a file of another person does not', async () => {
    const { test } = scene
    const upload = async (as: Person) => {
      const form = new FormData()
      form.set('file', new File(['a lamp'], 'lamp.txt', { type: 'text/plain' }))
      const sent = new Response(form)
      const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
      const payload = Buffer.from(await sent.arrayBuffer())
      const { body } = await test.call('POST', '/api/v1/files', { as, payload, headers })
      return body.data.id as string
    }
    const file_id = await upload(owner)
    const read = await run('read_file', null, { file: { file_id } })
    expect(read.error).toBeNull()
    expect(read.output).toEqual({ name: 'lamp.txt', extension: 'txt', bytes: 6, text: 'a lamp' })
    const theirs = await upload(await test.person('seller'))
    expect((await run('read_file', null, { file: { file_id: theirs } })).error.code).toBe('file_not_found')
    expect((await run('read_file', null, { file: { file_id: '/etc/passwd' } })).error).toMatchObject({
      code: 'input_invalid',
      field: expect.stringContaining('input.file'),
    })
  }, 30_000)
})
