/**
 * Actions of apps that are not spoken to with requests of a document: databases, files on servers, Tally. Each protocol's library is loaded
 * when it is first used. Everything goes to an address that was checked, ends in time, and comes back bounded and without the secret.
 */
import type { BuiltinCall } from '#connectors/connector.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { HttpPort, RunAs } from '#nodes/ports.ts'
import { brief } from '#nodes/settings.ts'
import { createRedactor, type Redactor } from '#server/gateways/vault/redact.ts'
import type { Vault } from '#server/gateways/vault/vault.ts'
import { ACTION_MS, openLine, Refusal, readAccount } from './account.ts'
import type { ActionFiles, Protocol } from './protocol.ts'

export interface ProtocolCall {
  /** The app's id and name. */
  connector: string
  name: string
  call: BuiltinCall
  /** Whether it may be made again after an answer that was lost. */
  repeatable: boolean
  input: JsonObject
  credential: string
  who: RunAs
  files: ActionFiles
}

export interface ProtocolsPort {
  /**
   * @throws NodeError `credential_type`, `url_refused`, `input_invalid`, `app_refused`, `app_unavailable`, `app_timeout`,
   * `app_answer_too_large`, and what the vault throws
   */
  run(call: ProtocolCall, signal: AbortSignal): Promise<Json>
}

export interface ProtocolParts {
  vault: Pick<Vault, 'open'>
  /** Signs in and is guarded. */
  http: HttpPort
  /** `host:port` the operator allows although private. */
  allow: readonly string[]
}

type Loaded = Exclude<BuiltinCall['protocol'], 'tally'>

const LOADERS: Record<Loaded, () => Promise<Protocol>> = {
  mysql: async () => (await import('./mysql.ts')).mysql,
  mongodb: async () => (await import('./mongodb.ts')).mongodb,
  redis: async () => (await import('./redis.ts')).redis,
  ftp: async () => (await import('./ftp.ts')).ftp,
  sftp: async () => (await import('./sftp.ts')).sftp,
}

/** Connections fail under many names; what the server itself said is a `Refusal`. */
function failed(error: unknown, { name, repeatable }: ProtocolCall, clean: (text: string) => string): unknown {
  if (error instanceof NodeError || !(error instanceof Error)) return error
  const said = brief(clean(error.message), 500).replace(/\.$/, '')
  if (error instanceof Refusal) return new NodeError('app_refused', `${name} refused it: ${said}.`)
  const check = repeatable ? '' : ` Check in ${name} whether it took effect before you try again.`
  return new NodeError('app_unavailable', `${name} cannot be reached: ${said}.${check}`, { retryable: true })
}

/** An answer may hold the password as well: in a row, a document or a file name. */
async function withoutSecret(answer: Json, clean: Redactor): Promise<Json> {
  const written = JSON.stringify(answer)
  const hidden = await clean.long(written)
  return hidden === written ? answer : (JSON.parse(hidden) as Json)
}

async function runLoaded(
  parts: ProtocolParts,
  call: ProtocolCall,
  protocol: Loaded,
  signal: AbortSignal,
): Promise<Json> {
  const { operations, judge } = await LOADERS[protocol]()
  const operation = operations[call.call.operation]
  if (!operation) throw new NodeError('action_not_found', `${call.name} has no such action.`, { field: 'action' })
  const account = readAccount(await parts.vault.open(call.credential, call.who), call.connector)
  const clean = createRedactor(account.secrets)
  try {
    const line = await openLine(account, new Set(parts.allow), signal)
    return await withoutSecret(await operation(line, call.input, call.files), clean)
  } catch (error) {
    throw failed(error instanceof Error && !(error instanceof NodeError) ? judge(error) : error, call, clean.text)
  }
}

async function runTally({ http }: ProtocolParts, call: ProtocolCall, signal: AbortSignal): Promise<Json> {
  const { tally } = await import('./tally.ts')
  const operation = tally[call.call.operation]
  if (!operation) throw new NodeError('action_not_found', `${call.name} has no such action.`, { field: 'action' })
  const ask = async (xml: string) => {
    const { status, body } = await http(
      {
        ...{ method: 'POST', url: '/', body: xml, headers: { 'content-type': 'text/xml; charset=utf-8' } },
        ...{ timeout_ms: ACTION_MS, redirects: 'refuse', credential: call.credential, app: call.connector },
      },
      signal,
      call.who,
    )
    if (status < 200 || status >= 300) throw new Error(`it answered ${status}`)
    return body
  }
  try {
    return await operation(ask, call.input)
  } catch (error) {
    throw failed(error, call, String)
  }
}

/** Ends when the caller's signal does, or in time. */
async function inTime<T>(signal: AbortSignal, name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = AbortSignal.timeout(ACTION_MS)
  const both = AbortSignal.any([signal, timeout])
  try {
    // Some libraries wait for an answer that a closed connection never brings.
    return await new Promise<T>((done, fail) => {
      both.addEventListener('abort', () => fail(both.reason), { once: true })
      work(both).then(done, fail)
    })
  } catch (error) {
    signal.throwIfAborted()
    if (timeout.aborted) throw new NodeError('app_timeout', `${name} did not answer within a minute.`)
    throw error
  }
}

export function createProtocols(parts: ProtocolParts): ProtocolsPort {
  return {
    run: (call, signal) => {
      const { protocol } = call.call
      return inTime(signal, call.name, (both) =>
        protocol === 'tally' ? runTally(parts, call, both) : runLoaded(parts, call, protocol, both),
      )
    },
  }
}
