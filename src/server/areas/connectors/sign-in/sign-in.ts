/** What a person enters to connect an account at an app, and what is kept of it: everything a call needs, as they agreed to it. */
import type { AddressVariable, Connector, SignIn } from '#connectors/connector.ts'
import type { CredentialField } from '#contract/accounts/credential-types.ts'
import type { SignInWay } from '#contract/connectors/integrations.ts'
import { fieldError } from '#contract/core/errors.ts'
import { type CheckedFields, checkEntered } from '#server/areas/accounts/accounts.ts'

/** Whether the operator registered this installation under a name. */
export type Registered = (application: string) => boolean

type ConnectorHead = Pick<Connector, 'id' | 'sign_in' | 'base_url' | 'hosts' | 'variables'>

const CLIENT: readonly CredentialField[] = [
  {
    name: 'client_id',
    label: 'Client ID',
    help: 'From the settings of your application at the service.',
    secret: false,
    required: true,
    kind: 'text',
    max: 500,
  },
  {
    name: 'client_secret',
    label: 'Client secret',
    help: 'Leave empty for an application without a secret.',
    secret: true,
    required: false,
    kind: 'text',
    max: 4000,
  },
]

export const applicationOf = (connector: Pick<Connector, 'id'>, way: SignIn & { type: 'oauth2' }): string =>
  way.application ?? connector.id

const usesVariable = (text: string, name: string): boolean => text.includes(`{${name}}`)

/** Parts of the address that this way of signing in needs. */
function variableFields({ variables, base_url, hosts }: ConnectorHead, way: SignIn): CredentialField[] {
  const addresses = [base_url, ...hosts, ...(way.type === 'oauth2' ? [way.authorize_url, way.token_url] : [])]
  return variables
    .filter(({ name }) => addresses.some((address) => usesVariable(address, name)))
    .map((one) => ({
      name: one.name,
      label: one.label,
      help: one.help,
      secret: false,
      required: one.default === undefined,
      kind: one.options ? 'choice' : (one.kind ?? 'text'),
      ...(one.options && { options: one.options.map((value) => ({ value, label: value })) }),
      ...(one.default !== undefined && { placeholder: one.default }),
      max: 200,
    }))
}

/** The last two labels of its host are fixed: what a person enters can't send the operator's secret to a host of their choice. */
function isOfService(template: string): boolean {
  const host = /^https?:\/\/([^/]*)/i.exec(template)?.[1] ?? '{'
  return !host.includes('{') || /\}(?:[a-z0-9-]*\.)+[a-z0-9-]+\.[a-z0-9-]+$/i.test(host)
}

/** Whether the operator's client is used: one that is registered, at a token address that belongs to the service. */
const usesRegistered = (connector: ConnectorHead, way: SignIn & { type: 'oauth2' }, registered: Registered): boolean =>
  isOfService(way.token_url) && registered(applicationOf(connector, way))

function fieldsOf(connector: ConnectorHead, way: SignIn, registered: Registered): CredentialField[] {
  const own = [...variableFields(connector, way), ...(way.fields ?? [])]
  if (way.type === 'fields' || usesRegistered(connector, way, registered)) return own
  return [...own, ...CLIENT.filter(({ name }) => !own.some((one) => one.name === name))]
}

const presentField = ({ options, placeholder, ...field }: CredentialField): SignInWay['fields'][number] => ({
  ...field,
  ...(options && { options: options.map((one) => ({ ...one })) }),
  ...(placeholder !== undefined && { placeholder }),
})

/** The ways to sign in, as a form shows them. */
export const presentWays = (connector: ConnectorHead, registered: Registered): SignInWay[] =>
  connector.sign_in.map((way) => ({
    id: way.id,
    title: way.title,
    type: way.type,
    fields: fieldsOf(connector, way, registered).map(presentField),
    scopes: way.type === 'oauth2' ? way.scopes.map((scope) => ({ ...scope })) : [],
    registered: way.type === 'fields' || usesRegistered(connector, way, registered),
  }))

/** A label of a host or a part of a path, never more than its place. */
const PART = /^[a-z0-9](?:[a-z0-9._-]{0,190}[a-z0-9])?$/i
const isPlace = ({ slashes }: AddressVariable, value: string): boolean =>
  (slashes ? value.split('/') : [value]).every((part) => PART.test(part)) && !value.includes('..')

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{([\w.-]+)\}/g, (all, name: string) => values[name] ?? all)

/**
 * What the vault keeps of an account. `hosts`, `base_url` and `placement` are as the connector has them now: what changes there later
 * sends this secret nowhere else.
 * @throws invalid_input naming each field
 */
export function checkAccount(
  connector: ConnectorHead,
  signIn: string,
  given: Record<string, string>,
  registered: Registered,
  allow: ReadonlySet<string>,
): CheckedFields & { status: 'ready' | 'connecting' } {
  const way = connector.sign_in.find(({ id }) => id === signIn)
  if (!way) throw fieldError('sign_in', 'This app has no such way to sign in')
  const fields = fieldsOf(connector, way, registered)
  const variables = new Map(connector.variables.map((variable) => [variable.name, variable]))
  const entered = checkEntered({ fields, hint: fields.find(({ secret }) => secret)?.name ?? null }, given, {
    allow,
    ownRule: ({ name }, value) => {
      const variable = variables.get(name)
      return !variable || isPlace(variable, value) ? null : 'Use letters, digits, dots and hyphens only'
    },
  })
  const defaults = connector.variables.flatMap((one) => (one.default === undefined ? [] : [[one.name, one.default]]))
  const values = { ...Object.fromEntries(defaults), ...entered.fields } as Record<string, string>
  const base_url = fill(connector.base_url, values)
  const hosts = [...new Set([new URL(base_url).host, ...connector.hosts.map((host) => fill(host, values))])]
  const secret = new Set(fields.filter((field) => field.secret).map(({ name }) => name))
  const kept: Record<string, string> = { connector: connector.id, sign_in: way.id, base_url, hosts: hosts.join(',') }
  const asked = new Set((way.type === 'oauth2' ? (way.fields ?? []) : []).map(({ name }) => name))
  for (const [name, value] of Object.entries(values))
    if (way.type === 'fields' || asked.has(name)) kept[`${secret.has(name) ? 'field' : 'shown'}.${name}`] = value
  if (way.type === 'fields') kept.placement = JSON.stringify(way.placement)
  else Object.assign(kept, oauthFields(connector, way, values))
  return {
    fields: kept,
    shown: entered.shown,
    hint: entered.hint,
    status: way.type === 'oauth2' ? 'connecting' : 'ready',
  }
}

function oauthFields(
  connector: ConnectorHead,
  way: SignIn & { type: 'oauth2' },
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  const { client_id, client_secret } = values
  return {
    placement: JSON.stringify({ headers: { authorization: 'Bearer {access_token}' } }),
    authorize_url: fill(way.authorize_url, values),
    token_url: fill(way.token_url, values),
    scope: way.scopes.map(({ name }) => name).join(way.scope_separator ?? ' '),
    ...(client_id === undefined
      ? { application: applicationOf(connector, way) }
      : { client_id, client_secret: client_secret ?? '' }),
    ...(way.authorize_parameters && { authorize_parameters: JSON.stringify(way.authorize_parameters) }),
    ...(way.token_parameters && { token_parameters: JSON.stringify(way.token_parameters) }),
    ...(way.client_authentication && { client_authentication: way.client_authentication }),
  }
}
