/** Loads a piece and reads off what it is. Runs in the process of the piece. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Property {
  type?: string
  displayName?: string
  description?: string
  required?: boolean
  defaultValue?: unknown
  refreshers?: unknown
  refreshOnSearch?: boolean
  options?: unknown
  props?: unknown
  properties?: Record<string, Property>
  authUrl?: string
  tokenUrl?: string
  scope?: unknown
  authorizationMethod?: string
  extra?: Record<string, unknown>
  prompt?: string
  username?: { displayName?: string }
  password?: { displayName?: string }
}

export interface Runnable {
  name?: string
  displayName?: string
  description?: string
  requireAuth?: boolean
  props?: Record<string, Property>
  type?: string
  sampleData?: unknown
  run?: (context: unknown) => unknown
  test?: (context: unknown) => unknown
  onEnable?: (context: unknown) => unknown
  onDisable?: (context: unknown) => unknown
  onRenew?: (context: unknown) => unknown
  onHandshake?: (context: unknown) => unknown
  handshakeConfiguration?: { strategy?: unknown; paramName?: unknown }
  renewConfiguration?: { strategy?: unknown; cronExpression?: unknown }
}

export interface Piece {
  displayName?: string
  description?: string
  authors?: unknown
  categories?: unknown
  auth?: Property | Property[]
  actions: Record<string, Runnable> | (() => Record<string, Runnable>)
  triggers?: Record<string, Runnable> | (() => Record<string, Runnable>)
  _actions?: Record<string, Runnable>
  _triggers?: Record<string, Runnable>
  getContextInfo?: () => { version?: string } | undefined
  /** Reads what a service sends to the one address of an installation. */
  events?: { parseAndReply?: (context: unknown) => unknown; verify?: (context: unknown) => unknown }
}

const isPiece = (value: unknown): value is Piece =>
  typeof value === 'object' &&
  value !== null &&
  (typeof (value as Piece).actions === 'function' || typeof (value as Piece)._actions === 'object')

const piecesIn = (loaded: unknown): Piece[] => {
  const exported = Object.values((loaded ?? {}) as Record<string, unknown>)
  const inner = (loaded as { default?: unknown } | undefined)?.default
  return [loaded, inner, ...exported, ...Object.values((inner ?? {}) as Record<string, unknown>)].filter(isPiece)
}

/** @throws what the piece throws while it loads, and an Error when the package has no piece */
export async function loadPiece(folder: string, name: string): Promise<Piece> {
  const require = createRequire(join(folder, 'package.json'))
  let loaded: unknown
  try {
    loaded = require(name)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_REQUIRE_ESM' && code !== 'ERR_REQUIRE_ASYNC_MODULE') throw error
    loaded = await import(pathToFileURL(require.resolve(name)).href)
  }
  const [piece] = piecesIn(loaded)
  if (!piece) throw Object.assign(new Error('The package has no piece in it'), { code: 'NOT_A_PIECE' })
  return piece
}

const listOf = (given: unknown): Record<string, Runnable> =>
  (typeof given === 'function' ? (given as () => Record<string, Runnable>)() : given) as Record<string, Runnable>

export const actionsOf = (piece: Piece): Record<string, Runnable> =>
  piece._actions ?? (typeof piece.actions === 'function' ? piece.actions() : piece.actions) ?? {}
export const triggersOf = (piece: Piece): Record<string, Runnable> => piece._triggers ?? listOf(piece.triggers) ?? {}
export const authOf = (piece: Piece): Property[] =>
  (Array.isArray(piece.auth) ? piece.auth : [piece.auth]).filter((one): one is Property => Boolean(one?.type))
export const contextOf = (piece: Piece): string | null => piece.getContextInfo?.()?.version ?? null

/** As JSON has it; absent for what it has not. */
const plain = (value: unknown): unknown => {
  if (value === undefined || typeof value === 'function') return undefined
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 19_000) : '')

function optionsIn(given: unknown): { label: string; value: unknown }[] | undefined {
  const options = (given as { options?: unknown } | undefined)?.options
  if (!Array.isArray(options)) return undefined
  return options.slice(0, 2000).map(({ label, value }: { label?: unknown; value?: unknown }) => ({
    label: text(label) || String(value),
    value: plain(value) ?? null,
  }))
}

export function describeProperty(name: string, property: Property): unknown {
  const dynamic = typeof property.options === 'function' || typeof property.props === 'function'
  return {
    name,
    type: text(property.type).slice(0, 60),
    label: text(property.displayName) || name,
    description: text(property.description),
    required: property.required === true,
    default: plain(property.defaultValue),
    ...(!dynamic && { options: optionsIn(property.options) }),
    refreshers: Array.isArray(property.refreshers)
      ? property.refreshers.filter((one) => typeof one === 'string' && one !== 'auth').slice(0, 50)
      : [],
    searches: property.refreshOnSearch === true,
    ...(property.properties && { properties: describeProperties(property.properties) }),
  }
}

export const describeProperties = (properties: Record<string, Property> | undefined): unknown[] =>
  Object.entries(properties ?? {})
    .filter(([, property]) => typeof property?.type === 'string')
    .map(([name, property]) => describeProperty(name, property))

const AUTHS = ['SECRET_TEXT', 'BASIC_AUTH', 'CUSTOM_AUTH', 'OAUTH2']

function describeAuth(auth: Property): unknown {
  const extra = { ...auth.extra, ...(auth.prompt && auth.prompt !== 'omit' && { prompt: auth.prompt }) }
  return {
    type: auth.type,
    label: text(auth.displayName),
    description: text(auth.description),
    properties: describeProperties(auth.props as Record<string, Property> | undefined),
    user_label: text(auth.username?.displayName),
    password_label: text(auth.password?.displayName),
    auth_url: text(auth.authUrl),
    token_url: text(auth.tokenUrl),
    scopes: Array.isArray(auth.scope) ? auth.scope.filter((one) => typeof one === 'string') : [],
    in_header: auth.authorizationMethod === 'HEADER',
    extra: Object.fromEntries(
      Object.entries(extra)
        .filter(([, value]) => typeof value === 'string')
        .map(([key, value]) => [key.slice(0, 100), String(value).slice(0, 500)]),
    ),
  }
}

const KINDS: Record<string, string> = { POLLING: 'polling', WEBHOOK: 'webhook', APP_WEBHOOK: 'app_webhook' }

const HANDSHAKES: Record<string, string> = {
  HEADER_PRESENT: 'header',
  QUERY_PRESENT: 'query',
  BODY_PARAM_PRESENT: 'body',
}

function handshakeOf({ handshakeConfiguration }: Runnable) {
  const { strategy, paramName } = handshakeConfiguration ?? {}
  const by = HANDSHAKES[text(strategy)]
  const name = text(paramName).slice(0, 200)
  return by === undefined || name === '' ? null : { by, name: by === 'header' ? name.toLowerCase() : name }
}

function renewOf({ renewConfiguration }: Runnable): string | null {
  const { strategy, cronExpression } = renewConfiguration ?? {}
  return strategy === 'CRON' ? text(cronExpression).slice(0, 200) || null : null
}

/** A text for people names the address, so they enter it themselves. */
const isByHand = ({ props }: Runnable): boolean =>
  Object.values(props ?? {}).some(
    ({ type, description }) => type === 'MARKDOWN' && /webhookUrl/.test(text(description)),
  )

const headOf = (name: string, runnable: Runnable) => ({
  name,
  title: text(runnable.displayName) || name,
  description: text(runnable.description),
  properties: describeProperties(runnable.props),
})

/** As `PieceDescription` of the server, which checks it. */
export function describePiece(piece: Piece): unknown {
  const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])
  return {
    name: text(piece.displayName).slice(0, 200) || 'Piece',
    description: text(piece.description),
    authors: texts(piece.authors).slice(0, 100),
    categories: texts(piece.categories).slice(0, 20),
    context: contextOf(piece),
    auth: authOf(piece)
      .filter(({ type = '' }) => AUTHS.includes(type))
      .map(describeAuth),
    actions: Object.entries(actionsOf(piece)).map(([name, action]) => ({
      ...headOf(name, action),
      needs_auth: action.requireAuth !== false,
    })),
    triggers: Object.entries(triggersOf(piece)).map(([name, trigger]) => ({
      ...headOf(name, trigger),
      kind: KINDS[trigger.type ?? ''] ?? 'other',
      needs_auth: trigger.requireAuth !== false,
      handshake: handshakeOf(trigger),
      renew: renewOf(trigger),
      by_hand: isByHand(trigger),
      sample:
        JSON.stringify(plain(trigger.sampleData) ?? null).length > 100_000 ? null : (plain(trigger.sampleData) ?? null),
    })),
  }
}
