/** The one way to run an action of an app, for steps of runs, tools of agents and direct calls. */
import type { Logger } from 'pino'
import type { Action, BuiltinCall, HttpCall, McpCall } from '#connectors/connector.ts'
import { hostOf } from '#connectors/host.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import { plainFileName } from '#nodes/lib/integrations/request.ts'
import { NodeError } from '#nodes/node.ts'
import type { ActionAnswer, ActionCaller, ActionRequest, ActionsPort, RunAs } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'
import {
  findAllowedUse,
  findShownOfCredential,
  isAllowed,
  type RefusedAccounts,
  refusedCountry,
} from '#server/areas/accounts/accounts.ts'
import { findSlotAccount, type SlotAccount } from '#server/areas/connectors/account-slots/slots-of-run.ts'
import type { ConnectorHead, FindApp } from '#server/areas/connectors/catalogue/app.ts'
import { checkInput } from '#server/areas/connectors/catalogue/check-input.ts'
import { callMcpTool } from '#server/areas/connectors/mcp-servers/call-tool.ts'
import type { ReachParts } from '#server/areas/connectors/mcp-servers/mcp-tools.ts'
import { isPieceId } from '#server/areas/connectors/plugins/piece-apps.ts'
import { type PieceParts, runPiece } from '#server/areas/connectors/plugins/run-piece.ts'
import type { ProtocolsPort } from '#server/gateways/protocols/protocols.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { throughOutage } from '#server/platform/database/outage.ts'
import { completeInput, missingFrom } from '#shared/action-input.ts'
import { SECOND_MS } from '#shared/time.ts'
import { type CallNote, isOurOutage, noteCall } from './call-note.ts'
import { type HttpParts, OF_ACCOUNT, openFiles, runHttp, type Sent } from './run-http.ts'

export interface ActionParts extends HttpParts {
  db: Queryable
  find: FindApp
  mcp: ReachParts
  piece: PieceParts
  /** Databases, files on servers and what else is not a request of a document. */
  protocols: ProtocolsPort
  accounts: RefusedAccounts
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

/** @throws NodeError `app_not_allowed`, `country_not_allowed` by the data policy of the run's owner */
async function requireAllowedApp(db: Queryable, { owner }: RunAs, integration: string): Promise<void> {
  const use = await findAllowedUse(db, 'user_id' in owner ? owner.user_id : null)
  if (!isAllowed(use.apps, integration.toLowerCase()))
    throw new NodeError(
      'app_not_allowed',
      'The data policy of this workspace doesn’t allow this app. Choose an allowed one, or ask an owner or admin.',
      field('integration'),
    )
  // Nobody has said where apps process data: their makers do in contracts.
  const refused = refusedCountry(use, 'app', null)
  if (refused !== null) throw new NodeError('country_not_allowed', refused, field('integration'))
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

/** Null for a piece or a server from a package, which have no address of their own. */
const hostOfConnector = ({ source, base_url }: ConnectorHead): string | null =>
  source === 'piece' || base_url === '' ? null : hostOf(base_url)

/** Where it goes, as the owner of the account entered it. */
const hostOfAccount = async ({ db }: ActionParts, connector: ConnectorHead, credential: string | null) =>
  hostOf(defaultAddress(connector, credential === null ? {} : await findShownOfCredential(db, credential)))

/** A tool of an MCP server, which signs in with what its owner connected it with. */
async function callTool(
  { mcp }: ActionParts,
  { server, tool }: McpCall,
  { input }: ActionRequest,
  { who, progress }: ActionCaller,
  { signal, sending }: { signal: AbortSignal; sending(): void },
): Promise<ActionAnswer> {
  const owner = holderOf(who)
  if (owner === null)
    throw new NodeError('app_not_found', 'This MCP server is not here any more.', field('integration'))
  const { output } = await callMcpTool(mcp, {
    ...{ server, tool, input, owner, signal, sending },
    progress: ({ done, total, message }) => progress(total === null ? 0 : Math.min(1, done / total), message),
  })
  return { type: 'answer', output: output as unknown as Json }
}

/** With the account that was chosen: every app of ours has one. */
async function runBuiltin(
  { protocols, files }: ActionParts,
  { connector, action }: Found,
  call: BuiltinCall,
  { input, credential }: ActionRequest,
  caller: ActionCaller,
  signal: AbortSignal,
): Promise<ActionAnswer> {
  if (credential === null)
    throw new NodeError('credential_missing', `Choose an account at ${connector.name}`, field('credential'))
  const output = await protocols.run(
    {
      ...{ connector: connector.id, name: connector.name, call, input, credential, who: caller.who },
      repeatable: action.effect === 'read' || action.idempotent,
      files: {
        open: async (key) => {
          const [file] = await openFiles(files, key, input, caller)
          if (!file) throw new NodeError('input_invalid', 'Expected a file', field(`input.${key}`))
          return file
        },
        write: async (file) => ({
          ...(await files.write(
            { ...file, name: plainFileName(file.name) },
            { owner: caller.who.owner },
            caller.idempotency_key,
          )),
        }),
      },
    },
    signal,
  )
  return { type: 'answer', output }
}

/** What a buyer reads of their account goes into a run that its seller may hear of: the slot is named, the account is not. */
function withoutAccount(error: NodeError, { name }: SlotAccount): NodeError {
  if (!error.code.startsWith('credential_')) return error
  const { retryable } = error
  const said = (code: string, message: string) => new NodeError(code, message, { field: 'credential', retryable })
  if (error.code === 'credential_reconnect')
    return said('account_reconnect', `The account for ${name} has to be connected again.`)
  if (error.code === 'credential_renewing')
    return said('account_renewing', `The app hasn’t renewed the account for ${name} yet. Try again in a minute.`)
  return said('account_unusable', `The account for ${name} can’t be used. Choose it again on the page of the agent.`)
}

export const needsAccount = ({ connector, action: { call } }: Found): boolean =>
  connector.sign_in.length > 0 && (call.type !== 'piece' || call.needs_account)

/** @throws NodeError `credential_missing` */
function checkAccount(found: Found, credential: string | null): void {
  if (credential === null && needsAccount(found))
    throw new NodeError('credential_missing', `Choose an account at ${found.connector.name}`, field('credential'))
}

/** @throws NodeError `input_invalid` with the field that is empty */
function checkNeeded({ input: schema }: Action, input: JsonObject): void {
  const missing = missingFrom(schema, input)
  if (missing)
    throw new NodeError('input_invalid', `Enter “${brief(missing.title, 120)}”`, field(`input.${missing.key}`))
}

async function runFound(
  parts: ActionParts,
  found: Found,
  asked: ActionRequest,
  caller: ActionCaller,
  signal: AbortSignal,
  sent: Sent,
  note: CallNote,
): Promise<ActionAnswer> {
  const { connector, action } = found
  const { credential } = asked
  checkAccount(found, credential)
  checkEffect(action, asked)
  const request = { ...asked, input: completeInput(action.input, asked.input) }
  checkNeeded(action, request.input)
  await checkInput(action.input, request.input)
  await note.begin()
  const { call, ...described } = action
  if (call.type === 'mcp') {
    sent.requests = 1
    const sending = () => {
      sent.left = true
    }
    return callTool(parts, call, request, caller, { signal, sending })
  }
  // What happens inside is not seen from here.
  if (call.type !== 'http') sent.left = true
  if (call.type === 'piece') {
    const holder = caller.who.lender ?? holderOf(caller.who)
    const piece = { plugin: connector.id, action, call, request, caller, holder, signal }
    return runPiece(parts.piece, piece, sent)
  }
  if (call.type === 'builtin') {
    sent.requests = 1
    sent.host = await hostOfAccount(parts, connector, credential)
    return runBuiltin(parts, found, call, request, caller, signal)
  }
  const address = await addressOf(parts, connector, call, credential)
  const refused = {
    renew: async () => credential !== null && (await parts.accounts.renew(credential, caller.who)),
    end: async () => (credential === null ? undefined : parts.accounts.end(credential, caller.who)),
  }
  return runHttp(parts, { connector, action: described, call, address, request, caller, refused, signal }, sent)
}

const soon = (): string => new Date(Date.now() + 2 * SECOND_MS).toISOString()

export function createActionsPort(parts: ActionParts): ActionsPort {
  const { db, find, log } = parts
  return {
    async run(asked, asking, signal) {
      const author = holderOf(asking.who)
      // Says by name that a plugin was removed or disabled.
      if (isPieceId(asked.integration)) await parts.piece.pieces.open(asked.integration)
      // A step can wait for the database; a request is told that it is away.
      const isStep = asking.execution_id !== null
      const patiently = <T>(work: () => Promise<T>) => (isStep ? throughOutage(work) : work())
      await patiently(() => requireAllowedApp(db, asking.who, asked.integration))
      const found = await patiently(() => findAction(find, author, asked.integration, asked.action))
      const lent = await patiently(() => findSlotAccount(db, asked, asking))
      const request = lent ? { ...asked, credential: lent.credential as string } : asked
      const caller = lent ? { ...asking, who: { ...asking.who, lender: lent.lender } } : asking
      const holder = lent?.lender ?? author
      const sent: Sent = { requests: 0, host: hostOfConnector(found.connector) }
      const note = noteCall({ db, log }, { holder, found, request, caller, sent })
      try {
        const answer = await runFound(parts, found, request, caller, signal, sent, note)
        await note.answered(answer)
        return answer
      } catch (error) {
        const told = await note.failed(error)
        if (isStep && !signal.aborted && isOurOutage(told))
          return { type: 'later', until: soon(), message: 'The database is away.' }
        throw lent && told instanceof NodeError ? withoutAccount(told, lent) : told
      }
    },
  }
}
