/** How a request signs in with each kind of credential. */
import { createHmac } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { Placement } from '#connectors/connector.ts'
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpRequest } from '#nodes/ports.ts'
import { readHosts } from './hosts.ts'
import type { Secret } from './vault.ts'

/** A request as it goes out. */
export interface Signed {
  request: HttpRequest
  /** Where it may go. */
  hosts: readonly string[]
  /** What must not come back. */
  secrets: readonly string[]
}

type SignIn = (request: HttpRequest, fields: Record<string, string>, now: Date) => Signed | Promise<Signed>

const hostsOf = (fields: Record<string, string>) => readHosts(fields.hosts ?? '') ?? []

const withHeader = (request: HttpRequest, name: string, value: string): HttpRequest => {
  const others = Object.entries(request.headers).filter(([key]) => key.toLowerCase() !== name.toLowerCase())
  return { ...request, headers: { ...Object.fromEntries(others), [name.toLowerCase()]: value } }
}

const bearer = (request: HttpRequest, token: string, hosts: readonly string[], more: string[] = []): Signed => ({
  request: withHeader(request, 'authorization', `Bearer ${token}`),
  hosts,
  secrets: [token, ...more],
})

/** An address below the credential's own. @throws NodeError `bad_url` */
export function joinBelow(base: string, path: string): string {
  const start = base.replace(/\/+$/, '')
  const url = URL.parse(start + path)
  // `@evil.example` or `//evil.example` behind an address would be another host.
  const stays = url?.origin === new URL(start).origin && (path === '' || path.startsWith('/') || path.startsWith('?'))
  if (!url || !stays)
    throw new NodeError('bad_url', 'This leads away from the address of the credential', { field: 'url' })
  return url.href
}

const hostOf = (base: string): string[] => [new URL(base).host]

const signingSecret: SignIn = (request, fields, now) => {
  const secret = fields.secret ?? ''
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const body = request.body ?? ''
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')
  const stamped = withHeader(request, 'x-chowk-timestamp', timestamp)
  return {
    request: withHeader(stamped, 'x-chowk-signature', `sha256=${signature}`),
    hosts: hostsOf(fields),
    secrets: [secret],
  }
}

const s3: SignIn = async (request, fields) => {
  const { endpoint = '', region = '', access_key_id = '', secret_access_key = '', bucket = '' } = fields
  const url = joinBelow(endpoint, `/${encodeURIComponent(bucket)}${request.url}`)
  const client = new AwsClient({
    accessKeyId: access_key_id,
    secretAccessKey: secret_access_key,
    region,
    service: 's3',
    retries: 0,
  })
  const body = request.body === null ? undefined : Buffer.from(request.body)
  const signed = await client.sign(url, { method: request.method, headers: request.headers, ...(body && { body }) })
  const headers = Object.fromEntries([...signed.headers].filter(([name]) => name !== 'host'))
  return { request: { ...request, url: signed.url, headers }, hosts: hostOf(endpoint), secrets: [secret_access_key] }
}

/** `Token {token}` with what the account holds. Templates are the connector's; values are checked when they are entered. */
const filled = (template: string, fields: Record<string, string>, shape: (value: string) => string = String): string =>
  template.replace(/\{([\w.-]+)\}/g, (_all, name: string) =>
    shape(fields[`field.${name}`] ?? fields[`shown.${name}`] ?? fields[name] ?? ''),
  )

/** In a path, where colons of tokens stay as they are. */
const inPath = (value: string) => encodeURIComponent(value).replaceAll('%3A', ':')

const appAccount: SignIn = (request, fields) => {
  const { base_url = '', placement: text = '{}', access_token = '', refresh_token = '', client_secret = '' } = fields
  const placement = JSON.parse(text) as Placement
  const prefix = filled(placement.path ?? '', fields, inPath)
  const isAbsolute = /^https?:/i.test(request.url)
  const address = isAbsolute ? request.url : joinBelow(base_url, `${prefix}${request.url}`)
  const url = new URL(address)
  for (const [name, value] of Object.entries(placement.query ?? {})) url.searchParams.set(name, filled(value, fields))
  let ready: HttpRequest = { ...request, url: placement.query ? url.href : address }
  for (const [name, value] of Object.entries(placement.headers ?? {}))
    ready = withHeader(ready, name, filled(value, fields))
  const entered = Object.entries(fields).flatMap(([name, value]) => (name.startsWith('field.') ? [value] : []))
  const pair =
    placement.basic &&
    Buffer.from(`${filled(placement.basic.user, fields)}:${filled(placement.basic.password, fields)}`).toString(
      'base64',
    )
  if (pair !== undefined) ready = withHeader(ready, 'authorization', `Basic ${pair}`)
  const secrets = [access_token, refresh_token, client_secret, ...entered, pair ?? '']
  return { request: ready, hosts: hostsOf(fields), secrets: secrets.filter((one) => one !== '') }
}

const SIGN_INS: Partial<Record<CredentialTypeName, SignIn>> = {
  api_key_header: (request, { header = '', value = '', ...rest }) => ({
    request: withHeader(request, header, value),
    hosts: hostsOf(rest),
    secrets: [value],
  }),
  bearer: (request, { token = '', ...rest }) => bearer(request, token, hostsOf(rest)),
  basic: (request, { user = '', password = '', ...rest }) => {
    const pair = Buffer.from(`${user}:${password}`).toString('base64')
    return {
      request: withHeader(request, 'authorization', `Basic ${pair}`),
      hosts: hostsOf(rest),
      // Some services take their key as the user name, with no password.
      secrets: password === '' ? [user, pair] : [password, pair],
    }
  },
  query_key: (request, { parameter = '', value = '', ...rest }) => {
    const url = URL.parse(request.url)
    url?.searchParams.set(parameter, value)
    return { request: { ...request, url: url?.href ?? request.url }, hosts: hostsOf(rest), secrets: [value] }
  },
  signing_secret: signingSecret,
  oauth2_generic: (request, { access_token = '', refresh_token = '', client_secret = '', ...rest }) =>
    bearer(request, access_token, hostsOf(rest), [refresh_token, client_secret]),
  gmail: (request, { access_token = '', refresh_token = '', api_url = '' }) =>
    bearer({ ...request, url: joinBelow(api_url, request.url) }, access_token, hostOf(api_url), [refresh_token]),
  s3,
  slack_webhook: (request, { url = '' }) => {
    const { pathname } = new URL(url)
    const secrets = [url, pathname, pathname.slice(pathname.lastIndexOf('/') + 1)]
    return { request: { ...request, url }, hosts: hostOf(url), secrets: secrets.filter((one) => one.length > 8) }
  },
  app_account: appAccount,
  openai_compatible: (request, { base_url = '', api_key = '' }) => {
    const there = { ...request, url: joinBelow(base_url, request.url) }
    return api_key === ''
      ? { request: there, hosts: hostOf(base_url), secrets: [] }
      : bearer(there, api_key, hostOf(base_url))
  },
}

/** @throws NodeError `credential_type` for one that no request can sign in with */
export async function signIn(request: HttpRequest, secret: Secret, now: Date): Promise<Signed> {
  const how = SIGN_INS[secret.type]
  if (!how)
    throw new NodeError('credential_type', `“${secret.name}” is not for calls over the web.`, { field: 'credential' })
  return how(request, secret.fields, now)
}
