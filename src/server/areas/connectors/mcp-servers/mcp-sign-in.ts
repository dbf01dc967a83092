/** How a person signs in to a server: what they enter, or an account connected by OAuth 2.1, as a credential. */

import type { ActionEffect } from '#contract/connectors/integration-values.ts'
import type { McpServerId, NewMcpServer } from '#contract/connectors/mcp-servers.ts'
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { type CheckedFields, checkEntered } from '#server/areas/accounts/accounts.ts'
import { checkValues } from '#server/areas/connectors/mcp-packages/settings.ts'
import type { McpAuthorization } from '#server/gateways/mcp/authorization.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { connectorIdOf } from './mcp-connectors.ts'
import type { ReachParts } from './mcp-tools.ts'

export type Own = Grant<'user.own', UserId>

export interface McpParts extends ReachParts {
  authorization: McpAuthorization
  /** Where services send people back to. */
  redirect_uri: string
  /** Where the metadata document of this installation as a client is. */
  client_document: string
  /** What people see at a service that they connect to us. */
  client_name: string
  /** Notes a call, as those of steps are. */
  note(call: TriedCall): Promise<void>
}

interface TriedCall {
  owner_id: UserId
  connector: string
  action: string
  effect: ActionEffect
  credential_id: string | null
  execution_id: null
  host: string | null
  error: string | null
  requests: number
  took_ms: number
}

export type SealedAccount = CheckedFields & { status: 'ready' | 'connecting' }

/** They steer the connection or the protocol. */
const NO_HEADER =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*|accept|accept-.*|content-type|user-agent|cookie|mcp-.*|last-event-id)$/i
const HEADER = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/** What went wrong outside, as an answer. */
export const unreachable = (error: unknown): never => {
  if (!(error instanceof NodeError)) throw error
  if (error.code === 'url_refused') throw fieldError('url', error.message)
  throw new AppError('mcp_unreachable', { message: error.message, cause: error })
}

const baseOf = (id: McpServerId, url: string, sign_in: string) => ({
  connector: connectorIdOf(id),
  sign_in,
  base_url: url,
  hosts: new URL(url).host,
})

/** @throws invalid_input naming each header */
export function checkServerHeaders(
  { credentials }: Pick<McpParts, 'credentials'>,
  id: McpServerId,
  url: string,
  headers: Record<string, string>,
): SealedAccount {
  const names = Object.keys(headers)
  if (names.length === 0) throw fieldError('headers', 'Enter at least one header')
  for (const name of names)
    if (!HEADER.test(name) || NO_HEADER.test(name)) throw fieldError('headers', 'This header can’t be used')
  const fields = names.map((name) => ({
    name,
    label: name,
    help: '',
    secret: true,
    required: true,
    kind: 'text' as const,
    max: 4000,
  }))
  const rules = { allow: new Set(credentials.allow), ownRule: () => null }
  const { fields: entered, hint } = checkEntered({ fields, hint: names[0] ?? null }, headers, rules)
  const kept: Record<string, string> = {
    ...baseOf(id, url, 'headers'),
    placement: JSON.stringify({ headers: Object.fromEntries(names.map((name, i) => [name, `{header_${i}}`])) }),
  }
  for (const [i, name] of names.entries()) kept[`field.header_${i}`] = entered[name] ?? ''
  return { fields: kept, shown: { headers: names.join(', ') }, hint, status: 'ready' }
}

/** The values that a person gives to a server from a package, which are its environment. @throws invalid_input naming each */
export function valuesAccount(
  id: McpServerId,
  asked: readonly string[],
  values: Readonly<Record<string, string>>,
): SealedAccount {
  const checked = checkValues(asked, values)
  const fields = Object.fromEntries(Object.entries(checked).map(([name, value]) => [`field.${name}`, value]))
  return {
    fields: { connector: connectorIdOf(id), sign_in: 'values', base_url: '', hosts: '', ...fields },
    shown: { values: asked.join(', ') },
    ...{ hint: null, status: 'ready' },
  }
}

/** Finds the sign-in of a server and becomes its client. @throws mcp_unreachable, invalid_input */
export async function prepareOAuth(
  { authorization, redirect_uri, client_document, client_name }: McpParts,
  id: McpServerId,
  url: string,
  { client_id = '', client_secret = '' }: Pick<NewMcpServer, 'client_id' | 'client_secret'>,
  signal: AbortSignal,
): Promise<SealedAccount> {
  const server = await authorization.find(url, signal).catch(unreachable)
  if (typeof server === 'string') throw fieldError('sign_in', 'This server does not say how to sign in by OAuth')
  const us = { redirect_uri, client_document, name: client_name }
  const client =
    client_id.trim() === ''
      ? await authorization.become(server, us, signal).catch((error: unknown) => {
          if (error instanceof NodeError && error.code === 'mcp_registration')
            throw fieldError('client_id', error.message)
          return unreachable(error)
        })
      : { client_id: client_id.trim(), client_secret, basic: false }
  const resource = JSON.stringify({ resource: server.resource })
  const fields = {
    ...baseOf(id, url, 'oauth'),
    placement: JSON.stringify({ headers: { authorization: 'Bearer {access_token}' } }),
    authorize_url: server.authorize_url,
    token_url: server.token_url,
    scope: server.scope,
    client_id: client.client_id,
    client_secret: client.client_secret,
    authorize_parameters: resource,
    token_parameters: resource,
    ...(client.basic && { client_authentication: 'basic' }),
  }
  return { fields, shown: {}, hint: null, status: 'connecting' }
}
