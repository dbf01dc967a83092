/** Nodes for other services as they run: real engine, real ports, services that speak the real protocols. */
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { type OAuthPeer, startOAuthPeer } from '#peers/oauth/peer.ts'
import { type S3Peer, startS3Peer } from '#peers/s3/server.ts'
import { type SlackPeer, startSlackPeer } from '#peers/slack/server.ts'
import { type SmtpPeer, startSmtpPeer } from '#peers/smtp/server.ts'
import { createMailGateway } from '#server/gateways/mail.ts'
import { sendDue } from '#server/platform/mail/sender.ts'
import { testMailBrand } from '#test/support/brand.ts'
import { createTestApp, type Person, type TestApp } from './support/app.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { node, wires, workflow } from './support/engine.ts'

let peers: { s3: S3Peer; slack: SlackPeer; smtp: SmtpPeer; oauth: OAuthPeer; data: TestDatabase }
let test: TestApp
let owner: Person
beforeAll(async () => {
  const [s3, slack, smtp, oauth, data] = await Promise.all([
    startS3Peer(),
    startSlackPeer(),
    startSmtpPeer({ user: 'clinic', pass: 'secret of clinic' }),
    startOAuthPeer(),
    createTestDatabase(),
  ])
  peers = { s3, slack, smtp, oauth, data }
  await data.pool.query(`create table people (id bigint primary key, name text, born date, details jsonb, tags text[]);
    insert into people values (9007199254740993, 'Asha', '1990-05-17', '{"a":1}', '{x,y}'), (2, 'Ravi', null, null, '{}')`)
  const { host: database } = new URL(data.url)
  const allow = [
    new URL(s3.url).host,
    new URL(slack.webhook).host,
    `127.0.0.1:${smtp.port}`,
    new URL(oauth.url).host,
    database,
  ]
  const at = `${oauth.url}/google`
  const gmail = { client_id: 'chowk', client_secret: 'secret of chowk', issuer: at, api_url: at }
  test = await createTestApp({ secrets: { allow, gmail } })
  owner = await test.person('creator_admin')
})
afterAll(async () => {
  await test.close()
  await Promise.all([peers.s3.close(), peers.slack.close(), peers.smtp.close(), peers.oauth.close(), peers.data.drop()])
})
beforeEach(() => {
  peers.smtp.behave('take')
})

async function keep(type: CredentialTypeName, fields: Record<string, string>, as = owner): Promise<string> {
  const { status, body } = await test.call('POST', '/api/v1/credentials', { as, body: { type, name: type, fields } })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.credential.id
}
const tried = async (id: string) => (await test.call('POST', `/api/v1/credentials/${id}/test`, { as: owner })).body.data

/** Runs one node. @returns its output, or the error of the run */
async function run(type: string, config: JsonObject, input: JsonObject = {}, as: Person | null = owner) {
  const document = workflow([node('start', 'manual_trigger'), node('work', type, config)], wires('start > work'))
  const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Test', document } })
  expect(made.body.errors).toBeUndefined()
  const body = { workflow_id: made.body.data.id, input, wait_ms: 10_000 }
  const { data } = (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body
  const detail = await test.call('GET', `/api/v1/executions/${data.execution_id}`, { as })
  return detail.body.data as { status: string; output: Json; error: { code: string; message: string } | null }
}

describe('Postgres query', () => {
  const database = (rest: Record<string, string> = {}) => {
    const url = new URL(peers.data.url)
    const { hostname: host, port, username: user, password } = url
    return keep('postgres', {
      host,
      port,
      database: url.pathname.slice(1),
      user: decodeURIComponent(user),
      password: decodeURIComponent(password),
      tls: 'off',
      ...rest,
    })
  }

  it('gives rows without rounding what JavaScript would', async () => {
    const credential = await database()
    expect(await tried(credential)).toMatchObject({
      works: true,
      message: expect.stringMatching(/Connected to Postgres 18/),
    })
    const query = 'select * from people where name = $1 or id = $2::bigint order by id desc'
    const found = await run(
      'postgres_query',
      { credential, query, parameters: ['{{ $input.name }}', '2'] },
      { name: 'Asha' },
    )
    expect(found.output).toEqual({
      rows: [
        { id: '9007199254740993', name: 'Asha', born: '1990-05-17', details: { a: 1 }, tags: ['x', 'y'] },
        { id: '2', name: 'Ravi', born: null, details: null, tags: [] },
      ],
      row_count: 2,
      truncated: false,
    })
  })

  it('hides the password of the sign-in in the rows, in whatever coding they hold it', async () => {
    const password = decodeURIComponent(new URL(peers.data.url).password) || 'canary-3391-3391'
    const query = `select $1::text as plain, encode(convert_to($1, 'UTF8'), 'hex') as coded`
    const found = await run('postgres_query', {
      credential: await database({ password }),
      query,
      parameters: [password],
    })
    expect(found.output).toMatchObject({ rows: [{ plain: '[hidden]', coded: '[hidden]' }] })
  })

  it('takes hostile values for values', async () => {
    const credential = await database()
    const name = "x'; drop table people; --"
    const found = await run(
      'postgres_query',
      { credential, query: 'select $1::text as name', parameters: ['{{ $input.name }}'] },
      { name },
    )
    expect(found.output).toMatchObject({ rows: [{ name }] })
    expect((await run('postgres_query', { credential, query: 'select count(*) from people' })).output).toMatchObject({
      rows: [{ count: '2' }],
    })
  })

  it.each([
    ['delete from people', /Postgres|only reads/],
    ['with gone as (delete from people returning *) select * from gone', /only reads|Postgres/],
    ['select 1; delete from people', /Postgres/],
    ['select 1; commit; delete from people', /Postgres/],
    ["select set_config('transaction_read_only', 'off', true)", /Postgres|only reads/],
    ['select * from nothing_there', /does not exist/],
  ])('only reads: %j', async (query, message) => {
    const credential = await database()
    const { error } = await run('postgres_query', { credential, query })
    expect(error?.message).toMatch(message)
    expect((await peers.data.pool.query('select 1 from people')).rowCount).toBe(2)
  })

  it('writes when it is told to', async () => {
    const credential = await database()
    const query = 'insert into people (id, name, details) values ($1, $2, $3) returning id'
    const parameters = [7, 'New', { b: [1] }]
    expect((await run('postgres_query', { credential, query, parameters, mode: 'write' })).output).toEqual({
      rows: [{ id: '7' }],
      row_count: 1,
      truncated: false,
    })
    const gone = await run('postgres_query', { credential, query: 'delete from people where id = 7', mode: 'write' })
    expect(gone.output).toMatchObject({ row_count: 1, rows: [] })
  })

  it('is bounded in rows, bytes and time', async () => {
    const credential = await database()
    const many = await run('postgres_query', {
      credential,
      query: 'select * from generate_series(1, 100000) n',
      max_rows: 3,
    })
    expect(many.output).toEqual({ rows: [{ n: 1 }, { n: 2 }, { n: 3 }], row_count: 3, truncated: true })
    const wide = await run('postgres_query', { credential, query: "select repeat('x', 6000000) as x" })
    expect(wide.error?.code).toBe('sql_too_large')
    const slow = await run('postgres_query', { credential, query: 'select pg_sleep(30)', timeout_ms: 200 })
    expect(slow.error?.code).toBe('sql_timeout')
  })

  it('says what is wrong without the password, and reaches no private host that nobody allowed', async () => {
    const wrong = await database({ database: 'not-there', password: 'canary-9182' })
    const { error } = await run('postgres_query', { credential: wrong, query: 'select 1' })
    expect(error?.code).toMatch(/^sql_(?:failed|refused)$/)
    expect(error?.message).not.toContain('canary')
    for (const host of ['127.0.0.1', 'localhost', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const credential = await database({ host, port: '1' })
      expect((await run('postgres_query', { credential, query: 'select 1' })).error?.code).toBe('url_refused')
      expect(await tried(credential)).toEqual({ works: false, message: 'This address is not on the public internet' })
    }
  })
})

describe('S3 storage', () => {
  const store = (rest: Record<string, string> = {}) => {
    const { url: endpoint, region, access_key_id, secret_access_key, bucket } = peers.s3
    return keep('s3', { endpoint, region, access_key_id, secret_access_key, bucket, ...rest })
  }

  it('puts, lists, gets and deletes, signed', async () => {
    const credential = await store()
    expect(await tried(credential)).toEqual({ works: true, message: 'The bucket can be read.' })
    const key = 'bills/मई (1)+~*!.txt'
    expect((await run('s3', { credential, operation: 'put', key, text: 'नमस्ते' })).output).toEqual({ key })
    expect(peers.s3.objects.get(key)?.bytes.toString()).toBe('नमस्ते')
    expect((await run('s3', { credential, operation: 'list', key: 'bills/' })).output).toMatchObject({
      objects: [{ key, bytes: 18 }],
      truncated: false,
    })
    expect((await run('s3', { credential, key, as: 'text' })).output).toEqual({ key, text: 'नमस्ते' })
    const file = (await run('s3', { credential, key })).output as { file: { file_id: string } }
    expect(file).toMatchObject({ key, file: { mime: 'text/plain' } })
    const copied = await run(
      's3',
      { credential, operation: 'put', key: 'copy', file: '{{ $input.file }}' },
      { file: file.file.file_id },
    )
    expect(copied.output).toEqual({ key: 'copy' })
    expect(peers.s3.objects.get('copy')?.bytes.toString()).toBe('नमस्ते')
    await run('s3', { credential, operation: 'delete', key })
    expect((await run('s3', { credential, key })).error?.code).toBe('object_not_found')
    expect(peers.s3.refused).toEqual([])
  })

  it('is refused with another key, in words without it', async () => {
    const credential = await store({ secret_access_key: 'canary-5512-5512' })
    const { error } = await run('s3', { credential, operation: 'list' })
    expect(error).toMatchObject({ code: 'http_status', message: expect.stringContaining('403') })
    expect(error?.message).not.toContain('canary')
    expect(await tried(credential)).toEqual({ works: false, message: 'The service does not accept it (403).' })
    expect(peers.s3.refused).toContain('SignatureDoesNotMatch')
  })
})

describe('Slack message', () => {
  it('posts to the secret address, which is told nowhere', async () => {
    const credential = await keep('slack_webhook', { url: peers.slack.webhook })
    const good = await run('slack_message', { credential, text: 'A new order: {{ $input.id }}' }, { id: 12 })
    expect(good.output).toEqual({ posted: true })
    expect(peers.slack.posted).toEqual([{ text: 'A new order: 12', mrkdwn: false }])
    const gone = await keep('slack_webhook', { url: peers.slack.webhook.replace('/B0', '/B9') })
    const { error } = await run('slack_message', { credential: gone, text: 'x' })
    expect(error).toMatchObject({ code: 'http_status', message: expect.stringContaining('no_service') })
    expect(error?.message).not.toContain('/services/')
  })
})

const NEVER = new AbortController().signal

describe('mail', () => {
  const server = (rest: Record<string, string> = {}) =>
    keep('smtp', {
      host: '127.0.0.1',
      port: String(peers.smtp.port),
      user: 'clinic',
      password: 'secret of clinic',
      from: 'The Clinic <hello@clinic.example>',
      ...rest,
    })
  const mail = {
    to: 'asha@example.com, ravi@example.com',
    subject: 'Report for {{ $input.name }}',
    text: 'Dear {{ $input.name }}',
  }

  async function upload(): Promise<string> {
    const { output } = await run('s3', {
      credential: await keep('s3', {
        endpoint: peers.s3.url,
        region: peers.s3.region,
        access_key_id: 'peer',
        secret_access_key: 'secret of peer',
        bucket: 'papers',
      }),
      key: 'bill.txt',
    })
    return (output as { file: { file_id: string } }).file.file_id
  }

  it('goes over one’s own server, with files', async () => {
    peers.s3.objects.set('bill.txt', { bytes: Buffer.from('12 rupees'), mime: 'text/plain' })
    const credential = await server()
    expect(await tried(credential)).toEqual({ works: true, message: 'The mail server took the sign-in.' })
    const file = await upload()
    const { output } = await run(
      'send_email',
      { ...mail, credential, attachments: ['{{ $input.file }}'] },
      { name: 'Asha', file },
    )
    expect(output).toEqual({ sent: 'sent', recipients: 2 })
    const [first, second] = peers.smtp.received.splice(0)
    expect([first?.to, second?.to]).toEqual([['asha@example.com'], ['ravi@example.com']])
    const read = await PostalMime.parse(first?.raw ?? '')
    expect(read).toMatchObject({
      subject: 'Report for Asha',
      from: { address: 'hello@clinic.example' },
      attachments: [{ filename: 'bill.txt' }],
    })
  })

  it('goes over the server of the installation from the outbox, once per step', async () => {
    peers.s3.objects.set('bill.txt', { bytes: Buffer.from('12 rupees'), mime: 'text/plain' })
    const file = await upload()
    const key = 'e1:n1:'
    const who = { owner: { user_id: owner.id }, author: null, version: null }
    const one = { to: 'asha@example.com', subject: 'Once', text: 'x', attachments: [file] }
    expect(await test.secrets.mail.send(one, who, key, NEVER)).toEqual({ sent: 'queued', recipients: 1 })
    await test.secrets.mail.send(one, who, key, NEVER)
    const smtp = {
      host: '127.0.0.1',
      port: peers.smtp.port,
      secure: false,
      auth: { user: 'clinic', pass: 'secret of clinic' },
    }
    const gateway = createMailGateway({ ...smtp, from: { name: '', address: 'chowk@example.com' } }, testMailBrand)
    const readFile = async (id: string) => (await import('node:stream/consumers')).buffer(await test.files.stream(id))
    await sendDue({ db: test.database.db, gateway, log: { warn: () => {} }, readFile })
    const received = peers.smtp.received.splice(0)
    expect(received).toHaveLength(1)
    expect((await PostalMime.parse(received[0]?.raw ?? '')).attachments[0]).toMatchObject({ filename: 'bill.txt' })
  })

  it.each<[string, JsonObject, string]>([
    ['a second header in a subject', { subject: '{{ $input.subject }}' }, 'mail_invalid'],
    ['an address that is none', { to: 'Asha <asha@example.com>' }, 'mail_invalid'],
    ['a line break in an address', { to: '{{ $input.to }}' }, 'mail_invalid'],
    [
      'too many addresses',
      {
        to: Array.from({ length: 20 }, (_, n) => `a${n}@x.in`)
          .concat('b@x.in')
          .join(),
      },
      'mail_invalid',
    ],
    ['somebody else’s file', { attachments: ['01890000-0000-7000-8000-000000000009'] }, 'file_not_found'],
  ])('is refused for %s', async (_what, config, code) => {
    const input = { subject: 'Hi\r\nBcc: evil@x.in', to: 'asha@example.com\r\nBcc: evil@x.in', name: 'x' }
    expect((await run('send_email', { ...mail, ...config }, input)).error?.code).toBe(code)
    expect(peers.smtp.received).toEqual([])
  })

  it('tells a refusal from a fault, without the password', async () => {
    const credential = await server()
    peers.smtp.behave('refuse')
    expect((await run('send_email', { ...mail, credential }, { name: 'x' })).error?.code).toBe('mail_refused')
    peers.smtp.behave('take')
    const wrong = await server({ password: 'canary-4411-4411' })
    const { error } = await run('send_email', { ...mail, credential: wrong }, { name: 'x' })
    expect(error?.code).toBe('mail_failed')
    expect(error?.message).not.toContain('canary')
    expect(
      (await run('send_email', { ...mail, credential: await server({ host: 'localhost' }) }, { name: 'x' })).error
        ?.code,
    ).toBe('url_refused')
  })

  it('is sent for nobody who has no account, and not without end', async () => {
    const who = { owner: { visitor_key: 'v' }, author: owner.id, version: null }
    const one = { to: 'asha@example.com', subject: 'x', text: 'x' }
    await expect(test.secrets.mail.send(one, who, 'k', NEVER)).rejects.toMatchObject({ code: 'mail_needs_account' })
    const busy = { owner: { user_id: (await test.person()).id }, author: null, version: null }
    const to = Array.from({ length: 20 }, (_, n) => `a${n}@x.in`)
    for (let n = 0; n < 5; n++) await test.secrets.mail.send({ ...one, to }, busy, `k${n}`, NEVER)
    await expect(test.secrets.mail.send(one, busy, 'k6', NEVER)).rejects.toMatchObject({
      code: 'mail_limit',
      retryable: true,
    })
  })

  it('goes from a Gmail account that was connected', async () => {
    const id = await keep('gmail', {})
    const begun = await test.call('POST', `/api/v1/credentials/${id}/connect`, { as: owner })
    const choose = new URL(begun.body.data.url.replace('/authorize', '/choose'))
    choose.searchParams.set('choice', '1')
    const back = new URL((await fetch(choose, { redirect: 'manual' })).headers.get('location') ?? '').searchParams
    await test.call('POST', '/api/v1/oauth2/gmail/callback', {
      as: owner,
      body: { state: back.get('state'), code: back.get('code') },
    })
    const { output } = await run('gmail_send', { credential: id, to: 'asha@example.com', subject: 'नमस्ते', text: 'Hi' })
    expect(output).toMatchObject({ message_id: 'm1' })
    const [message] = peers.oauth.state.sent
    expect(await PostalMime.parse(message?.raw ?? '')).toMatchObject({ subject: 'नमस्ते', text: 'Hi' })
    expect(message?.key).toMatch(/:work:$/)
  })
})

describe('an agent', () => {
  it('uses the credential of its author, for anyone who runs it; and nobody else does', async () => {
    const credential = await keep('slack_webhook', { url: peers.slack.webhook })
    const buyer = { owner: { user_id: (await test.person()).id }, author: owner.id, version: null }
    expect((await test.secrets.vault.open(credential, buyer)).type).toBe('slack_webhook')
    const stranger = { owner: { user_id: (await test.person()).id }, author: null, version: null }
    await expect(test.secrets.vault.open(credential, stranger)).rejects.toMatchObject({ code: 'credential_not_found' })
    await expect(test.secrets.vault.open('nonsense', buyer)).rejects.toMatchObject({ code: 'credential_not_found' })
  })
})
