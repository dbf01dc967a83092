/** Servers at addresses. Their connections are kept for a moment. */
import type { Outbound } from '#server/gateways/outbound.ts'
import { type Connected, type HttpTarget, type HttpTransport, openConnection } from './connection.ts'
import { createConnections } from './connections.ts'
import type { ElicitationAnswer } from './elicitation.ts'
import { statusOf } from './errors.ts'
import type { ServerDescription, ToolCall } from './mcp.ts'
import { type Answered, callBy, describeBy } from './use-connection.ts'

/** Servers of before 2025-03-26 take no POST at the address where their stream is. */
const isOlder = (error: unknown): boolean => [400, 404, 405, 406, 415].includes(statusOf(error) ?? 0)

const callOn = (on: Connected, call: ToolCall) => Promise.race([callBy(on, call), on.broken])

export function createHttpServers(open: Outbound['open']) {
  const connect = (target: HttpTarget, signal: AbortSignal, answers: readonly ElicitationAnswer[] | null) =>
    openConnection(open, target, target.transport, answers, signal)
  const connections = createConnections((target, signal) => connect(target, signal, null))

  /** Runs on a kept connection; once more on a new one where the server has forgotten the session. */
  const onKept = async <T>(
    target: HttpTarget,
    signal: AbortSignal,
    work: (on: Connected) => Promise<T>,
  ): Promise<T> => {
    const kept = await connections.take(target, signal)
    try {
      return await work(kept.connected)
    } catch (error) {
      connections.drop(target, kept.connected)
      if (!kept.reused || statusOf(error) !== 404) throw error
    }
    const { connected } = await connections.take(target, signal)
    return work(connected)
  }

  return {
    async describe(target: HttpTarget, signal: AbortSignal): Promise<ServerDescription> {
      const fresh = async (transport: HttpTransport) => {
        const connected = await openConnection(open, target, transport, null, signal)
        try {
          return await Promise.race([describeBy(connected, signal), connected.broken])
        } finally {
          connected.end()
        }
      }
      return fresh(target.transport).catch((error: unknown) => {
        if (target.transport !== 'http' || !isOlder(error)) throw error
        return fresh('sse').catch(() => Promise.reject(error))
      })
    },
    async call(target: HttpTarget, call: ToolCall): Promise<Answered> {
      if (call.answers === undefined && target.transport === 'http')
        return onKept(target, call.signal, async (on) => ({
          result: await callOn(on, call),
          asked: [],
          changed: on.changed.list,
        }))
      const connected = await connect(target, call.signal, call.answers ?? null)
      try {
        const result = await callOn(connected, call)
        return { result, asked: connected.asked, changed: connected.changed.list }
      } finally {
        connected.end()
      }
    },
    close: () => connections.close(),
  }
}
