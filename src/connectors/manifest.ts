/** What a connector asks for, read off the connector itself, and what another version of it asks for besides. */
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import type { Action, Connector, Effect, Manifest, SignIn } from './connector.ts'
import { hostOf } from './host.ts'
import { isPieceTrigger } from './piece-trigger.ts'

const EFFECTS: readonly Effect[] = ['read', 'write', 'destructive']

const ordered = (texts: Iterable<string>): string[] => [...new Set(texts)].filter((text) => text !== '').sort()

const hostsOfActions = (actions: readonly Action[]): string[] =>
  actions.flatMap(({ call }) => (call.type === 'http' && call.base_url !== undefined ? [hostOf(call.base_url)] : []))

function hostsOfSignIn(signIn: SignIn): string[] {
  return signIn.type === 'oauth2' ? [hostOf(signIn.authorize_url), hostOf(signIn.token_url)] : []
}

const secretsOf = (signIn: SignIn): string[] => [
  ...(signIn.type === 'oauth2' ? [signIn.title] : []),
  ...(signIn.fields ?? []).filter((field) => field.secret).map(({ label }) => label),
]

/** A piece or an MCP server from a package has no address: it has hosts, any of which each of its actions may talk to. */
const hasAddress = ({ source, base_url }: Pick<Connector, 'source' | 'base_url'>): boolean =>
  source !== 'piece' && base_url !== ''

const ownHosts = (connector: Connector): string[] => (hasAddress(connector) ? [hostOf(connector.base_url)] : [])

function hostsOfCall(connector: Connector, { call }: Action): readonly string[] {
  if (call.type === 'http' && call.base_url !== undefined) return [hostOf(call.base_url)]
  return hasAddress(connector) ? [hostOf(connector.base_url)] : connector.hosts
}

/** Triggers of services name actions for what they ask; the code of a piece reads, and has something written where it subscribes. */
const effectsOfTriggers = ({ triggers = [] }: Connector): Effect[] =>
  triggers.filter(isPieceTrigger).flatMap(({ kind }) => (kind === 'polling' ? ['read'] : ['read', 'write']))

/** Scopes are all that may be asked for when signing in. */
export function readManifest(connector: Connector): Manifest {
  const { actions, sign_in } = connector
  return {
    hosts: ordered([
      ...ownHosts(connector),
      ...connector.hosts,
      ...hostsOfActions(actions),
      ...sign_in.flatMap(hostsOfSignIn),
    ]),
    scopes: ordered(sign_in.flatMap((one) => (one.type === 'oauth2' ? one.scopes.map(({ name }) => name) : []))),
    effects: EFFECTS.filter((effect) =>
      [...actions.map((action) => action.effect), ...effectsOfTriggers(connector)].includes(effect),
    ),
    secrets: ordered(sign_in.flatMap(secretsOf)),
  }
}

/** Scopes are the smallest set that the action needs. */
export function readActionManifest(connector: Connector, action: Action): Manifest {
  const smallest = [...action.scopes].sort((a, b) => a.length - b.length)[0] ?? []
  return {
    hosts: ordered(hostsOfCall(connector, action)),
    scopes: ordered(smallest),
    effects: [action.effect],
    secrets: ordered(connector.sign_in.flatMap(secretsOf)),
  }
}

/** Writes data in one way only: keys in order, no spaces (RFC 8785, for what JSON here has). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const entries = Object.entries(value).filter(([, inner]) => (inner as Json | undefined) !== undefined)
  const ordered_ = entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${ordered_.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}

/** Returns SHA-256 in hexadecimal digits. */
export async function contentHash(value: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalJson(value)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export interface ActionChange {
  id: string
  title: string
  /** Effects, scopes, hosts or places of its values that it didn't have before. */
  asks_more: readonly string[]
  /** Its words changed: a model reads them, so they may change what it does. */
  words_changed: boolean
  input_changed: boolean
}

export interface ConnectorDifference {
  added: readonly string[]
  removed: readonly string[]
  changed: readonly ActionChange[]
  hosts: readonly string[]
  scopes: readonly string[]
  effects: readonly Effect[]
  secrets: readonly string[]
  /** Signing in sends what a person enters to other places than before, or asks at another address. */
  sign_in_changed: boolean
  /** Whether a person has to agree before the new version is used. */
  needs_agreement: boolean
}

const beyond = <T>(after: readonly T[], before: readonly T[]): T[] => after.filter((one) => !before.includes(one))

/**
 * Compares two versions of a connector. Actions that are new need agreement only where they do what no action did before: they are not
 * used by anything yet.
 */
export function compareConnectors(before: Connector, after: Connector): ConnectorDifference {
  const [old, now] = [readManifest(before), readManifest(after)]
  const known = new Map(before.actions.map((action) => [action.id, action]))
  const ids = new Set(after.actions.map(({ id }) => id))
  const changed = after.actions.flatMap((action) => {
    const previous = known.get(action.id)
    return previous ? (compareActions(before, previous, after, action) ?? []) : []
  })
  const difference = {
    added: after.actions.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    removed: before.actions.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    changed,
    hosts: beyond(now.hosts, old.hosts),
    scopes: beyond(now.scopes, old.scopes),
    effects: beyond(now.effects, old.effects),
    secrets: beyond(now.secrets, old.secrets),
    sign_in_changed: canonicalJson(withoutTitles(before.sign_in)) !== canonicalJson(withoutTitles(after.sign_in)),
  }
  const { hosts, scopes, effects, secrets, sign_in_changed } = difference
  const asksMore = [hosts, scopes, effects, secrets].some((list) => list.length > 0) || sign_in_changed
  return {
    ...difference,
    needs_agreement: asksMore || changed.some((one) => one.asks_more.length > 0 || one.words_changed),
  }
}

/** Where secrets go and where signing in happens; scopes and labels are compared on their own. */
const withoutTitles = (signIn: readonly SignIn[]): unknown =>
  signIn.map((one) =>
    one.type === 'oauth2'
      ? { authorize: one.authorize_url, token: one.token_url, parameters: one.authorize_parameters ?? {} }
      : { placement: one.placement },
  )

function compareActions(before: Connector, old: Action, after: Connector, action: Action): ActionChange | null {
  const [was, is] = [readActionManifest(before, old), readActionManifest(after, action)]
  const asksMore = [
    ...beyond(is.hosts, was.hosts),
    ...beyond(is.scopes, was.scopes),
    ...(EFFECTS.indexOf(action.effect) > EFFECTS.indexOf(old.effect) ? [action.effect] : []),
    ...(canonicalJson(target(old)) === canonicalJson(target(action)) ? [] : ['address']),
  ]
  const wordsChanged = canonicalJson(wordsOf(old)) !== canonicalJson(wordsOf(action))
  const inputChanged = canonicalJson(old.input) !== canonicalJson(action.input)
  if (asksMore.length === 0 && !wordsChanged && !inputChanged) return null
  return {
    id: action.id,
    title: action.title,
    asks_more: asksMore,
    words_changed: wordsChanged,
    input_changed: inputChanged,
  }
}

function target({ call }: Action): unknown {
  if (call.type === 'http') return { method: call.method, path: call.path, base_url: call.base_url }
  if (call.type === 'mcp') return { server: call.server, tool: call.tool }
  return call.type === 'piece' ? { action: call.action } : { protocol: call.protocol, operation: call.operation }
}

/** Everything of an action that a model reads: title, description and those of its input. */
function wordsOf({ title, description, input }: Action): string[] {
  const words = [title, description]
  const stack: Json[] = [input]
  while (stack.length > 0) {
    const value = stack.pop()
    if (Array.isArray(value)) stack.push(...value)
    else if (isObject(value))
      for (const [key, inner] of Object.entries(value)) {
        if ((key === 'description' || key === 'title') && typeof inner === 'string') words.push(inner)
        else stack.push(inner)
      }
  }
  return words
}
