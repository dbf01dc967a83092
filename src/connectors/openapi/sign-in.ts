/** Ways to sign in, from the security schemes of a document. */
import type { Placement, SignIn } from '#connectors/connector.ts'
import type { CredentialField } from '#contract/accounts/credential-types.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { follow, note, type OpenApiDocument, own, textOf } from './document.ts'
import { at, OpenApiError } from './problems.ts'
import { clip, idOf, plainText, sentenceOf, wordsOf } from './words.ts'

/** Of schemes or scopes, one of which is needed. */
const MOST_SETS = 50

interface Scheme {
  name: string
  value: JsonObject
  pointer: string
}

type FieldsPart = { fields: CredentialField[]; placement: Placement }

export interface Security {
  sign_in: SignIn[]
  /** Parameters that signing in sends. */
  keys: { in: string; name: string }[]
  /** Names of schemes whose scopes count. */
  withScopes: ReadonlySet<string>
}

export function readSecurity(document: OpenApiDocument): Security {
  const schemes = schemesOf(document)
  const keys = schemes.flatMap(({ value }) =>
    textOf(own(value, 'type')) === 'apiKey' ? [{ in: textOf(own(value, 'in')), name: textOf(own(value, 'name')) }] : [],
  )
  const accounts = schemes.flatMap((scheme) => oauthOf(scheme) ?? [])
  const withScopes = new Set(
    schemes.filter(({ value }) => textOf(own(value, 'type')) === 'oauth2').map(({ name }) => name),
  )
  const sets = setsOf(document, schemes)
  const byFields = sets.flatMap((names) => fieldsOf(document, names, schemes, accounts.length > 0) ?? [])
  return { sign_in: distinct([...mergeAccounts(accounts), ...byFields]), keys, withScopes }
}

function schemesOf(document: OpenApiDocument): Scheme[] {
  const given = own(own(document.root, 'components'), 'securitySchemes')
  if (!isObject(given)) return []
  return Object.entries(given)
    .slice(0, 50)
    .flatMap(([name, scheme]) => {
      const pointer = at('/components/securitySchemes', name)
      try {
        const place = follow(document, scheme, pointer)
        return isObject(place.value) ? [{ name, value: place.value, pointer: place.pointer }] : []
      } catch (error) {
        if (!(error instanceof OpenApiError)) throw error
        note(document, error)
        return []
      }
    })
}

/** Sets of schemes that are needed together; each scheme alone where the document doesn't say. */
function setsOf(document: OpenApiDocument, schemes: readonly Scheme[]): string[][] {
  const security = own(document.root, 'security')
  const named = Array.isArray(security)
    ? security
        .slice(0, MOST_SETS)
        .filter(isObject)
        .map((one) => Object.keys(one).filter((name) => schemes.some((scheme) => scheme.name === name)))
    : []
  const sets = named.filter((names) => names.length > 0)
  const told = new Set(sets.flat())
  return [...sets, ...schemes.filter(({ name }) => !told.has(name)).map(({ name }) => [name])]
}

function oauthOf({ name, value }: Scheme): SignIn | null {
  const flow = own(own(value, 'flows'), 'authorizationCode')
  if (textOf(own(value, 'type')) !== 'oauth2' || !isObject(flow)) return null
  const authorize = httpsOf(own(flow, 'authorizationUrl'))
  const token = httpsOf(own(flow, 'tokenUrl'))
  if (authorize === null || token === null) return null
  const scopes = own(flow, 'scopes')
  return {
    ...{ id: idOf(name) || 'account', title: 'Sign in with your account', type: 'oauth2' },
    ...{ authorize_url: authorize, token_url: token },
    scopes: isObject(scopes)
      ? Object.entries(scopes)
          .filter(([scope]) => /^[\x21-\x7e]{1,300}$/.test(scope))
          .slice(0, 300)
          .map(([scope, title]) => ({ name: scope, title: clip(plainText(textOf(title)), 160) || scope }))
      : [],
  }
}

function httpsOf(value: Json | undefined): string | null {
  const text = textOf(value)
  try {
    return new URL(text).protocol === 'https:' ? text : null
  } catch {
    return null
  }
}

/** Schemes with the same addresses are one way to sign in. */
function mergeAccounts(accounts: readonly SignIn[]): SignIn[] {
  const merged = new Map<string, SignIn>()
  for (const account of accounts) {
    if (account.type !== 'oauth2') continue
    const key = `${account.authorize_url} ${account.token_url}`
    const known = merged.get(key)
    const scopes = known?.type === 'oauth2' ? known.scopes : []
    const more = account.scopes.filter(({ name }) => !scopes.some((scope) => scope.name === name))
    merged.set(key, { ...(known ?? account), scopes: [...scopes, ...more] } as SignIn)
  }
  return [...merged.values()]
}

const secret = (name: string, label: string, help: string): CredentialField => ({
  ...{ name, label, help: clip(plainText(help), 300), secret: true, required: true, kind: 'text', max: 4000 },
})

/** A way to sign in with everything that a set of schemes needs; null where one of them isn't known or is an account. */
function fieldsOf(
  document: OpenApiDocument,
  names: readonly string[],
  schemes: readonly Scheme[],
  hasAccount: boolean,
): SignIn | null {
  const fields: CredentialField[] = []
  const placement: Placement = {}
  for (const name of names) {
    const scheme = schemes.find((one) => one.name === name)
    if (!scheme) return null
    const part = partOf(scheme, new Set(fields.map((field) => field.name)), hasAccount)
    if (part === 'account') return null
    if (part === null) {
      note(
        document,
        new OpenApiError('sign_in_unsupported', `This way to sign in isn’t supported: ${name}`, scheme.pointer),
      )
      return null
    }
    fields.push(...part.fields)
    const cookies = [placement.headers?.Cookie, part.placement.headers?.Cookie].filter((one) => one !== undefined)
    placement.headers = { ...placement.headers, ...part.placement.headers }
    if (cookies.length > 0) placement.headers.Cookie = cookies.join('; ')
    placement.query = { ...placement.query, ...part.placement.query }
    if (part.placement.basic) placement.basic = part.placement.basic
  }
  if (fields.length === 0) return null
  const used = Object.fromEntries(Object.entries(placement).filter(([, value]) => Object.keys(value ?? {}).length > 0))
  const title = placement.basic ? 'Sign in with a user name and password' : `Sign in with ${labels(fields)}`
  return { id: idOf(names.join('_')) || 'key', title, type: 'fields', fields, placement: used }
}

const labels = (fields: readonly CredentialField[]): string =>
  fields.length === 1 && /token/i.test(fields[0]?.label ?? '') ? 'a token' : fields.length === 1 ? 'a key' : 'keys'

/** `account`: signing in with an account has it already. */
function partOf(
  { name, value }: Scheme,
  taken: ReadonlySet<string>,
  hasAccount: boolean,
): FieldsPart | 'account' | null {
  const type = textOf(own(value, 'type'))
  const help = textOf(own(value, 'description'))
  const free = (wanted: string) => (taken.has(wanted) ? `${wanted}_${idOf(name)}` : wanted)
  if (type === 'apiKey') return keyOf(value, free, help)
  const scheme = textOf(own(value, 'scheme')).toLowerCase()
  if (type === 'http' && scheme === 'basic') {
    const [user, password] = [free('username'), free('password')]
    return {
      fields: [{ ...secret(user, 'User name', ''), secret: false, max: 500 }, secret(password, 'Password', help)],
      placement: { basic: { user: `{${user}}`, password: `{${password}}` } },
    }
  }
  const isAccount = type === 'oauth2' && isObject(own(own(value, 'flows'), 'authorizationCode'))
  if (isAccount || (type === 'oauth2' && hasAccount)) return 'account'
  const isBearer =
    type === 'oauth2' || type === 'openIdConnect' || (type === 'http' && /^(bearer|oauth|token)$/.test(scheme))
  if (!isBearer) return null
  const token = free('token')
  return {
    fields: [secret(token, 'Access token', help)],
    placement: { headers: { Authorization: `Bearer {${token}}` } },
  }
}

function keyOf(value: JsonObject, free: (wanted: string) => string, help: string): FieldsPart | null {
  const sent = textOf(own(value, 'name'))
  const place = textOf(own(value, 'in'))
  if (!/^[A-Za-z0-9_.$[\]-]{1,100}$/.test(sent)) return null
  const field = free(idOf(sent) || 'key')
  // Documents before OpenAPI 3 have no other word for a bearer token.
  const isAuthorization = sent.toLowerCase() === 'authorization'
  const label = isAuthorization ? 'Authorization' : sentenceOf(wordsOf(sent))
  const fields = [secret(field, label, help || (isAuthorization ? 'As the service wants it, such as “Bearer …”.' : ''))]
  if (place === 'header') return { fields, placement: { headers: { [sent]: `{${field}}` } } }
  if (place === 'query') return { fields, placement: { query: { [sent]: `{${field}}` } } }
  return place === 'cookie' ? { fields, placement: { headers: { Cookie: `${sent}={${field}}` } } } : null
}

function distinct(all: readonly SignIn[]): SignIn[] {
  const byShape = new Map<string, SignIn>()
  for (const one of all) {
    const shape = one.type === 'fields' ? JSON.stringify(one.placement) : `${one.authorize_url} ${one.token_url}`
    if (!byShape.has(shape)) byShape.set(shape, one)
  }
  const ids = new Set<string>()
  return [...byShape.values()].slice(0, 10).map((one) => {
    let id = one.id
    for (let number = 2; ids.has(id); number++) id = `${one.id}_${number}`
    ids.add(id)
    return { ...one, id }
  })
}

/**
 * Returns the sets of scopes of which an operation needs one. `security` is the operation's own, otherwise the document's.
 */
export function scopesOf(security: Json | undefined, { withScopes }: Security): string[][] {
  if (!Array.isArray(security)) return []
  const sets = security
    .slice(0, MOST_SETS)
    .filter(isObject)
    .map((one) =>
      Object.entries(one)
        .filter(([name]) => withScopes.has(name))
        .flatMap(([, scopes]) => (Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [])),
    )
  if (sets.some((scopes) => scopes.length === 0)) return []
  const unique = new Map(sets.map((scopes) => [...new Set(scopes)].sort()).map((scopes) => [scopes.join(' '), scopes]))
  return [...unique.values()]
}
