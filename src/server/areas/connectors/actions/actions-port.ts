/** The one way to run an action of an app, for steps of runs, tools of agents and direct calls. */
import type { Logger } from 'pino'
import type { Action, HttpCall, McpCall } from '#connectors/connector.ts'
import { hostOf } from '#connectors/host.ts'
import type { Json, UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionAnswer, ActionCaller, ActionRequest, ActionsPort, RunAs } from '#nodes/ports.ts'
import { findShownOfCredential } from '#server/areas/accounts/accounts.ts'
import type { ConnectorHead, FindApp } from '#server/areas/connectors/catalogue/app.ts'
import { checkInput } from '#server/areas/connectors/catalogue/check-input.ts'
import { callMcpTool } from '#server/areas/connectors/mcp-servers/call-tool.ts'
import type { ReachParts } from '#server/areas/connectors/mcp-servers/mcp-tools.ts'
import { isPieceId } from '#server/areas/connectors/plugins/piece-apps.ts'
import { type PieceParts, runPiece } from '#server/areas/connectors/plugins/run-piece.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { insertAppCall } from './app-calls.store.ts'
import { type HttpParts, OF_ACCOUNT, runHttp, type Sent } from './run-http.ts'

export interface ActionParts extends HttpParts {
  db: Queryable
  find: FindApp
  mcp: ReachParts
  piece: PieceParts
  log: Pick<Logger, 'warn'>
}

/** Whose apps and accounts are used: of the workflow's author, outside of a run of who asks. Null for a visitor outside of a run. */
const holderOf = ({ author, owner }: RunAs): UserId | null =>
  author ?? ('user_id' in owner ? (owner.user_id as UserId) : null)

const field = (name: string) => ({ field: name })

interface Found {
  connector: ConnectorHead
  action: Action
}

/** @throws NodeError `app_not_found`, `action_not_found` */
export async function findAction(
  find: FindApp,
  holder: UserId | null,
  integration: string,
  id: string,
): Promise<Found> {
  const app = await find(integration, holder)
  if (!app)
    throw new NodeError('app_not_found', 'This app is not here any more. Choose another one.', field('integration'))
  const action = await app.action(id)
  if (!action)
    throw new NodeError(
      'action_not_found',
      `${app.head.name} has no such action any more. Choose another one.`,
      field('action'),
    )
  return { connector: app.head, action }
}

const WEIGHTS = { read: 0, write: 1, destructive: 2 } as const

/** What a person allowed may be less than what the action does, also since it changed. */
function checkEffect({ effect, title }: Action, { most_effect = 'destructive' }: ActionRequest): void {
  if (WEIGHTS[effect] <= WEIGHTS[most_effect]) return
  const does = effect === 'write' ? 'changes something' : 'removes something'
  throw new NodeError('action_does_more', `“${title}” ${does}, which this tool is not allowed to do.`, field('effect'))
}

/** Without an account the address is the connector's own, its parts as they are by default. */
function defaultAddress({ base_url, variables }: ConnectorHead, entered: Record<string, string> = {}): string {
  return variables.reduce(
    (text, { name, default: usual = '' }) => text.replaceAll(`{${name}}`, entered[name] ?? usual),
    base_url,
  )
}

/** The account's own, unless pages are asked for by whole addresses: then what its owner entered fills the connector's. */
async function addressOf(
  { db }: ActionParts,
  connector: ConnectorHead,
  call: HttpCall,
  credential: string | null,
): Promise<string> {
  const isByAddress = call.pagination?.by === 'address' || call.pagination?.by === 'link'
  if (credential === null) return call.base_url ?? defaultAddress(connector)
  if (!isByAddress) return OF_ACCOUNT
  const shown = connector.variables.length === 0 ? {} : await findShownOfCredential(db, credential)
  return defaultAddress(connector, shown)
}

/** A tool of an MCP server, which signs in with what its owner connected it with. */
async function callTool(
  { mcp }: ActionParts,
  { server, tool }: McpCall,
  { input }: ActionRequest,
  { who, progress }: ActionCaller,
  signal: AbortSignal,
): Promise<ActionAnswer> {
  const owner = holderOf(who)
  if (owner === null)
    throw new NodeError('app_not_found', 'This MCP server is not here any more.', field('integration'))
  const { output } = await callMcpTool(mcp, {
    ...{ server, tool, input, owner, signal },
    progress: ({ done, total, message }) => progress(total === null ? 0 : Math.min(1, done / total), message),
  })
  return { type: 'answer', output: output as unknown as Json }
}

export function createActionsPort(parts: ActionParts): ActionsPort {
  const { db, find, log } = parts
  const run = async (
    found: Found,
    request: ActionRequest,
    caller: ActionCaller,
    signal: AbortSignal,
    sent: Sent,
  ): Promise<ActionAnswer> => {
    const { connector, action } = found
    const needsAccount = action.call.type !== 'piece' || action.call.needs_account
    if (request.credential === null && connector.sign_in.length > 0 && needsAccount)
      throw new NodeError('credential_missing', `Choose an account at ${connector.name}`, field('credential'))
    checkEffect(action, request)
    await checkInput(action.input, request.input)
    const { call, ...described } = action
    if (call.type === 'mcp') {
      sent.requests = 1
      return callTool(parts, call, request, caller, signal)
    }
    if (call.type === 'piece') {
      const piece = { plugin: connector.id, action, call, request, caller, holder: holderOf(caller.who), signal }
      return runPiece(parts.piece, piece, sent)
    }
    const address = await addressOf(parts, connector, call, request.credential)
    return runHttp(parts, { connector, action: described, call, address, request, caller, signal }, sent)
  }
  return {
    async run(request, caller, signal) {
      const holder = holderOf(caller.who)
      // Says by name that a plugin was removed or disabled.
      if (isPieceId(request.integration)) await parts.piece.pieces.open(request.integration)
      const found = await findAction(find, holder, request.integration, request.action)
      const sent: Sent = {
        requests: 0,
        host: found.action.call.type === 'piece' ? null : hostOf(found.connector.base_url),
      }
      const started = performance.now()
      const note = (error: string | null) =>
        holder !== null &&
        sent.requests > 0 &&
        insertAppCall(db, {
          owner_id: holder,
          connector: request.integration,
          action: request.action,
          effect: found.action.effect,
          credential_id: request.credential,
          execution_id: caller.execution_id,
          host: sent.host,
          error,
          requests: sent.requests,
          took_ms: Math.round(performance.now() - started),
        }).catch((cause: unknown) => {
          // The service has done it: the step must not say that it failed.
          log.warn({ err: cause, connector: request.integration }, 'a call of an app could not be noted')
        })
      try {
        const answer = await run(found, request, caller, signal, sent)
        await note(answer.type === 'later' ? 'app_busy' : null)
        return answer
      } catch (error) {
        await note(error instanceof NodeError ? error.code : 'failed')
        throw error
      }
    },
  }
}
