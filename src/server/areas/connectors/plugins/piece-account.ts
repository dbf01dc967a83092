/** An account at a piece, as the framework hands it to the piece: opened for one call, and for nothing else. */
import type { CredentialField } from '#contract/accounts/credential-types.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { AuthValue } from '#nodes/piece-work.ts'
import type { RunAs } from '#nodes/ports.ts'
import { type CredentialParts, expireAccessToken, findShownOfCredential } from '#server/areas/accounts/accounts.ts'
import type { ConnectorHead } from '#server/areas/connectors/catalogue/app.ts'
import { wrongType } from '#server/gateways/vault/vault.ts'
import type { Database } from '#server/platform/database/database.ts'

export interface OpenedAccount {
  auth: AuthValue
  /** Taken out of what comes back. */
  secrets: string[]
  /** Hosts that the person entered, with ports where they named some. */
  entered: string[]
  access_token: string
  owner_id: UserId
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?$/i
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/
/** Fields whose text is a host even without a dot, such as `localhost`. */
const NAMED = /host|server|url|domain|address|endpoint|instance/i

/** Of what a service answers with its token. */
const SECRET = /token|secret|key/i

/** What an entered text names as a host: an address of any scheme, or a host alone. */
export function hostIn(name: string, value: string): string | null {
  const text = value.trim()
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (url) return url.host.toLowerCase() || null
  if (HOST.test(text) || ADDRESS.test(text)) return text.toLowerCase()
  return NAMED.test(name) && /^[a-z0-9-]{1,63}(?::\d{1,5})?$/i.test(text) ? text.toLowerCase() : null
}

function asEntered({ kind, options = [] }: CredentialField, text: string): unknown {
  if (kind === 'number') return Number(text)
  const isYesNo = options.length === 2 && options.every(({ value }) => value === 'true' || value === 'false')
  return isYesNo ? text === 'true' : text
}

/** What was entered for the app itself, as the piece gets it. */
function readEntered(asked: readonly CredentialField[], kept: Readonly<Record<string, string>>) {
  const values: Record<string, unknown> = {}
  const [secrets, entered]: [string[], string[]] = [[], []]
  for (const field of asked) {
    const text = kept[`field.${field.name}`] ?? kept[`shown.${field.name}`]
    if (text === undefined || text === '') continue
    values[field.name] = asEntered(field, text)
    const host = hostIn(field.name, text)
    if (host !== null) entered.push(host)
    if (field.secret) secrets.push(text)
  }
  return { values, secrets, entered }
}

/** `{shop}.example.com` with what was entered when connecting. */
const hostsAt = (hosts: readonly string[], places: Readonly<Record<string, string>>): string[] =>
  hosts
    .filter((host) => host.includes('{'))
    .map((host) => host.replace(/\{([\w.-]+)\}/g, (all, name: string) => places[name] ?? all).toLowerCase())
    .map((host) => (host.includes(':') ? host : `${host}:443`))

/** @throws what the vault throws, `credential_type` for an account at another app */
export async function openAccount(
  db: Database,
  { vault }: CredentialParts,
  head: ConnectorHead,
  credential: string,
  who: RunAs,
): Promise<OpenedAccount> {
  const secret = await vault.open(credential, who)
  const { fields, owner_id, name } = secret
  const way = head.sign_in.find(({ id }) => id === fields.sign_in)
  if (fields.connector !== head.id || !way) throw wrongType(name, head.name)
  const { values, secrets, entered } = readEntered(way.fields ?? [], fields)
  if (way.type === 'oauth2') {
    const access_token = fields.access_token ?? ''
    const shown = head.variables.length === 0 ? {} : await findShownOfCredential(db, credential)
    const places = Object.fromEntries(head.variables.map((one) => [one.name, shown[one.name] ?? one.default ?? '']))
    const answered = JSON.parse(fields.answered ?? '{}') as Record<string, unknown>
    const data = { ...answered, access_token, token_type: 'Bearer', scope: fields.scope ?? '' }
    const hidden = Object.entries(answered).flatMap(([key, value]) => (SECRET.test(key) ? [String(value)] : []))
    const props = { ...places, ...values }
    return {
      auth: { type: 'OAUTH2', ...data, claimed_at: 0, expires_in: 3600, data, props },
      secrets: [access_token, ...secrets, ...hidden],
      entered: [...entered, ...hostsAt(head.hosts, places)],
      access_token,
      owner_id,
    }
  }
  const type = way.id.toUpperCase()
  const auth = type === 'CUSTOM_AUTH' ? { type, props: values } : { type, ...values }
  return { auth, secrets, entered, access_token: '', owner_id }
}

/** Has the next call renew a token that the service took no longer. */
export async function expireAccount(
  db: Database,
  { vault }: CredentialParts,
  { access_token, owner_id }: OpenedAccount,
  credential: string,
): Promise<boolean> {
  if (access_token === '') return false
  await expireAccessToken(db, vault, { id: credential, owner_id }, access_token)
  return true
}
