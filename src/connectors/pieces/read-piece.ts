/** Makes a connector of what a piece says of itself. Nothing of the piece runs here. */

import type { Action, AddressVariable, Connector, PieceTrigger, SignIn } from '#connectors/connector.ts'
import { effectOfName } from '#connectors/openapi/effects.ts'
import { FILE_SCHEMA } from '#connectors/openapi/schemas.ts'
import { watchedAction } from '#connectors/triggers/watch.ts'
import type { CredentialField } from '#contract/accounts/credential-types.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { DescribedTrigger, PieceAction, PieceAuth, PieceDescription, PieceProperty } from './description.ts'

/** Stands for the address of a piece, which knows its own. */
export const OF_PIECE = 'https://piece.invalid'

export interface PieceOrigin {
  /** `piece-slack` */
  id: string
  version: string
  licence: string | null
  /** Whom the package names, or its scope. */
  provider: string
  website: string | null
  /** Read off its code. */
  hosts: readonly string[]
}

/** What is kept of a piece besides its connector, to run it: names that the connector does not have. */
export interface PieceConnector {
  connector: Connector
  /** What was left out, as sentences. */
  warnings: string[]
}

/** `@activepieces/piece-slack` → `piece-slack`, `@acme/tools` → `piece-acme-tools`. */
export function pluginIdOf(packageName: string): string {
  const own = /^@activepieces\/piece-([a-z0-9][a-z0-9-]*)$/.exec(packageName)?.[1]
  const name =
    own ??
    packageName
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
  return `piece-${name}`.slice(0, 80)
}

const oneLine = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most)

const schemaOfOptions = (values: readonly Json[]): JsonObject => ({ enum: [...values] })

const titled = (property: PieceProperty, schema: JsonObject): JsonObject => ({
  ...schema,
  title: oneLine(property.label, 200) || property.name,
  ...(property.description.trim() !== '' && { description: property.description.trim().slice(0, 2000) }),
  ...(property.default !== undefined && property.default !== null && { default: property.default }),
})

/** Labels of choices, in the order of `enum`. */
const labelsOf = (property: PieceProperty): JsonObject => ({
  'x-labels': (property.options ?? []).map(({ label }) => oneLine(label, 200)),
})

const OF_OPTIONS = (property: PieceProperty): JsonObject => ({
  'x-options': { depends_on: [...property.refreshers], search: property.searches },
})

const ANY_VALUE: JsonObject = { type: ['string', 'number', 'boolean', 'object', 'array'] }

/** Returns null for what is only shown to a person. */
function schemaOf(property: PieceProperty): JsonObject | null {
  const values = (property.options ?? []).map(({ value }) => value)
  switch (property.type) {
    case 'MARKDOWN':
      return null
    case 'SHORT_TEXT':
    case 'COLOR':
    case 'SECRET_TEXT':
      return { type: 'string' }
    case 'LONG_TEXT':
      return { type: 'string', 'x-lines': true }
    case 'DATE_TIME':
      return { type: 'string', 'x-date-time': true }
    case 'NUMBER':
      return { type: 'number' }
    case 'CHECKBOX':
      return { type: 'boolean' }
    case 'STATIC_DROPDOWN':
      return { ...schemaOfOptions(values), ...labelsOf(property) }
    case 'STATIC_MULTI_SELECT_DROPDOWN':
      return { type: 'array', items: { ...schemaOfOptions(values), ...labelsOf(property) } }
    case 'DROPDOWN':
      return { ...ANY_VALUE, ...OF_OPTIONS(property) }
    case 'MULTI_SELECT_DROPDOWN':
      return { type: 'array', items: ANY_VALUE, ...OF_OPTIONS(property) }
    case 'DYNAMIC':
      return { type: 'object', additionalProperties: true, 'x-fields': { depends_on: [...property.refreshers] } }
    case 'ARRAY':
      return { type: 'array', items: property.properties ? objectSchema(property.properties) : {} }
    case 'OBJECT':
      return { type: 'object', additionalProperties: true }
    case 'FILE':
      return { ...FILE_SCHEMA, properties: { ...FILE_SCHEMA.properties } }
    default:
      // JSON, CUSTOM, and what later frameworks add: the piece checks it.
      return {}
  }
}

/** JSON Schema of an object with these properties. */
export function objectSchema(properties: readonly PieceProperty[]): JsonObject {
  const known = properties.flatMap((property) => {
    const schema = schemaOf(property)
    return schema === null ? [] : [{ property, schema }]
  })
  const required = known.filter(({ property }) => property.required && (property.default ?? null) === null)
  return {
    type: 'object',
    properties: Object.fromEntries(known.map(({ property, schema }) => [property.name, titled(property, schema)])),
    required: required.map(({ property }) => property.name),
  }
}

const KINDS: Readonly<Record<string, CredentialField['kind']>> = {
  LONG_TEXT: 'lines',
  NUMBER: 'number',
  STATIC_DROPDOWN: 'choice',
  CHECKBOX: 'choice',
}

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

function fieldOf(property: PieceProperty): CredentialField | null {
  const { type, name, label, description, required } = property
  if (type === 'MARKDOWN') return null
  const options =
    type === 'CHECKBOX'
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : property.options?.map((one) => ({ value: asText(one.value), label: one.label }))
  return {
    name,
    label: oneLine(label, 120) || name,
    help: oneLine(description, 500),
    secret: type === 'SECRET_TEXT',
    required: required && type !== 'CHECKBOX',
    kind: options ? (KINDS[type] ?? 'text') : KINDS[type] === 'choice' ? 'text' : (KINDS[type] ?? 'text'),
    ...(options && { options }),
    max: type === 'LONG_TEXT' || type === 'SECRET_TEXT' ? 8000 : 2000,
  }
}

const text = (name: string, label: string, secret: boolean, help = ''): CredentialField => ({
  ...{ name, label, help, secret },
  required: true,
  kind: secret ? 'lines' : 'text',
  max: 8000,
})

function fieldsOf(auth: PieceAuth): CredentialField[] {
  if (auth.type === 'SECRET_TEXT')
    return [text('secret_text', oneLine(auth.label, 120) || 'API key', true, oneLine(auth.description, 500))]
  if (auth.type === 'BASIC_AUTH')
    return [
      text('username', oneLine(auth.user_label, 120) || 'User name', false),
      text('password', oneLine(auth.password_label, 120) || 'Password', true),
    ]
  return auth.properties.flatMap((property) => fieldOf(property) ?? [])
}

const TITLES = {
  SECRET_TEXT: 'API key',
  BASIC_AUTH: 'User name and password',
  CUSTOM_AUTH: 'Own settings',
  OAUTH2: 'Sign in',
}

const isOfAddress = ({ auth_url, token_url }: PieceAuth, { name }: PieceProperty): boolean =>
  `${auth_url}${token_url}`.includes(`{${name}}`)

const isAddress = (url: string): boolean => /^https:\/\/[^\s]+$/.test(url)

function signInOf(auth: PieceAuth, name: string): SignIn | null {
  const id = auth.type.toLowerCase()
  if (auth.type !== 'OAUTH2')
    return { id, title: TITLES[auth.type], type: 'fields', fields: fieldsOf(auth), placement: {} }
  if (!isAddress(auth.auth_url) || !isAddress(auth.token_url)) return null
  const fields = auth.properties.flatMap((property) => (isOfAddress(auth, property) ? [] : (fieldOf(property) ?? [])))
  return {
    id,
    title: `Sign in at ${name}`,
    type: 'oauth2',
    authorize_url: auth.auth_url,
    token_url: auth.token_url,
    scopes: auth.scopes.map((scope) => ({ name: scope, title: scope })),
    ...(Object.keys(auth.extra).length > 0 && { authorize_parameters: auth.extra }),
    ...(auth.in_header && { client_authentication: 'basic' as const }),
    ...(fields.length > 0 && { fields }),
  }
}

/** What a person enters that is a part of the addresses where they sign in. */
function variablesOf(auth: readonly PieceAuth[]): AddressVariable[] {
  const found = new Map<string, AddressVariable>()
  for (const one of auth)
    if (one.type === 'OAUTH2')
      for (const property of one.properties) {
        const { name, label, description, options } = property
        if (isOfAddress(one, property))
          found.set(name, {
            name,
            label: oneLine(label, 120) || name,
            help: oneLine(description, 500),
            ...(options && options.length > 0 && { options: options.map(({ value }) => asText(value)) }),
          })
      }
  return [...found.values()]
}

export const idOf = (name: string): string => name.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 120)

function actionOf(piece: string, action: PieceAction): Action {
  const effect = effectOfName(`${action.name} ${action.title}`)
  return {
    id: idOf(action.name),
    title: oneLine(action.title, 120) || action.name,
    description: action.description.trim().slice(0, 2000),
    group: '',
    effect,
    idempotent: effect === 'read',
    input: objectSchema(action.properties),
    output: null,
    sample: null,
    scopes: [],
    docs_url: null,
    call: { type: 'piece', piece, action: action.name, needs_account: action.needs_auth },
  }
}

/** Ids and names of actions are one to one: a second one that comes to the same id is left out. */
function actionsOf(piece: string, described: readonly PieceAction[], warnings: string[]): Action[] {
  const actions = new Map<string, Action>()
  for (const one of described) {
    const action = actionOf(piece, one)
    if (!/^[a-z0-9_]/i.test(action.id) || actions.has(action.id))
      warnings.push(`The action “${action.title}” is left out: its name can’t be used.`)
    else actions.set(action.id, action)
  }
  return [...actions.values()]
}

/** A longer sample shows nothing more, in characters. */
const MOST_SAMPLE = 20_000
const MOST_SAMPLES = 300_000

/** By the kinds of triggers that apps have: what is delivered to one address of the installation is an event. */
const TRIGGER_KINDS = { polling: 'polling', webhook: 'webhook', app_webhook: 'event' } as const

const BY_HAND = 'Enter the address of this trigger at the service.'
const OF_OPERATOR =
  'The operator of this installation enters its address for events, and what they are signed with, under “Apps” in the administration.'

function triggerOf(trigger: DescribedTrigger, kind: PieceTrigger['kind']): PieceTrigger {
  const { name, title, description, properties, sample, needs_auth, handshake, renew, by_hand } = trigger
  const setup = kind === 'event' ? OF_OPERATOR : by_hand ? BY_HAND : null
  return {
    id: idOf(name),
    title: oneLine(title, 120) || name,
    description: description.trim().slice(0, 2000),
    group: '',
    input: objectSchema(properties),
    sample: JSON.stringify(sample).length > MOST_SAMPLE ? null : sample,
    kind,
    piece: { trigger: name, needs_account: needs_auth, handshake, renew: kind === 'webhook' ? renew : null },
    ...(setup !== null && { setup }),
  }
}

/** Ids are those of actions; one that says that it watches a list would be taken for such a list. */
function triggersOf(described: readonly DescribedTrigger[], warnings: string[]): PieceTrigger[] {
  const triggers = new Map<string, PieceTrigger>()
  let room = MOST_SAMPLES
  for (const one of described) {
    if (one.kind === 'other') {
      warnings.push(`The trigger “${one.title}” is left out: Chowk can’t start workflows in its way.`)
      continue
    }
    const trigger = triggerOf(one, TRIGGER_KINDS[one.kind])
    if (!/^[a-z0-9_]/i.test(trigger.id) || watchedAction(trigger.id) !== null || triggers.has(trigger.id)) {
      warnings.push(`The trigger “${one.title}” is left out: its name can’t be used.`)
      continue
    }
    room -= JSON.stringify(trigger.sample).length
    triggers.set(trigger.id, room < 0 ? { ...trigger, sample: null } : trigger)
  }
  return [...triggers.values()]
}

export function readPiece(described: PieceDescription, origin: PieceOrigin): PieceConnector {
  const warnings: string[] = []
  const ways = described.auth.flatMap((auth) => signInOf(auth, described.name) ?? [])
  if (ways.length < described.auth.length)
    warnings.push('One way to sign in is left out: it doesn’t name the addresses of the service.')
  const fixed = (url: string) => url.split('/')[2] ?? ''
  const oauthHosts = ways.flatMap((way) => (way.type === 'oauth2' ? [way.authorize_url, way.token_url].map(fixed) : []))
  return {
    connector: {
      id: origin.id,
      name: oneLine(described.name, 80),
      description: oneLine(described.description, 300) || `Actions of ${oneLine(described.name, 80)}.`,
      source: 'piece',
      provider: origin.provider,
      version: origin.version,
      categories: described.categories.map(inWords),
      logo: null,
      website: origin.website,
      licence: origin.licence,
      sign_in: ways,
      base_url: OF_PIECE,
      variables: variablesOf(described.auth),
      hosts: [...new Set([...origin.hosts, ...oauthHosts])],
      actions: actionsOf(origin.id, described.actions, warnings),
      triggers: triggersOf(described.triggers, warnings),
    },
    warnings,
  }
}

/** `ARTIFICIAL_INTELLIGENCE` → `Artificial intelligence` */
function inWords(category: string): string {
  const words = category
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
