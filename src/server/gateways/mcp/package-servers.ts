/** Servers from packages: processes of the sandbox, which keep their connection as long as they run. */
import { NodeError } from '#nodes/node.ts'
import type { RunServer, ServerAnswer, ServerPipe } from '#nodes/server-work.ts'
import { type Connected, MCP_TIMEOUT_MS, openPipe, type PackageTarget } from './connection.ts'
import type { ServerDescription, StartedServer, ToolCall } from './mcp.ts'
import { type Answered, callBy, describeBy } from './use-connection.ts'

/** A first start may compile a large program on a busy machine. */
const LOOK_MS = 40_000

export function createPackageServers(run: RunServer) {
  const connections = new WeakMap<ServerPipe, Promise<Connected>>()
  const connect = (pipe: ServerPipe, signal: AbortSignal): Promise<Connected> => {
    const known = connections.get(pipe)
    if (known) return known
    const opening = openPipe(pipe, signal)
    connections.set(pipe, opening)
    // One that was not greeted is of no use to the next call.
    opening.catch(() => pipe.close())
    return opening
  }
  const on = <T>(
    { start, owner }: PackageTarget,
    of: { signal: AbortSignal; deadline_ms: number; alone: boolean },
    work: (connected: Connected) => Promise<T>,
  ): Promise<ServerAnswer<T>> => run({ start, owner, ...of }, async (pipe) => work(await connect(pipe, of.signal)))

  const look = async (target: PackageTarget, signal: AbortSignal, alone: boolean): Promise<StartedServer> => {
    const began = performance.now()
    const { value, refused, memory_mb } = await on(target, { signal, deadline_ms: LOOK_MS, alone }, (connected) =>
      describeBy(connected, signal),
    )
    return { description: value, refused, memory_mb, took_ms: Math.round(performance.now() - began) }
  }

  return {
    async describe(target: PackageTarget, signal: AbortSignal): Promise<ServerDescription> {
      return (await look(target, signal, false)).description
    },
    start: (target: PackageTarget, signal: AbortSignal): Promise<StartedServer> => look(target, signal, true),
    async call(target: PackageTarget, call: ToolCall): Promise<Answered> {
      const of = { signal: call.signal, deadline_ms: MCP_TIMEOUT_MS, alone: false }
      const { value, refused } = await on(target, of, async (connected) => {
        connected.asked = []
        connected.answers = call.answers ?? []
        connected.changed.list = false
        const result = await callBy(connected, call)
        return { result, asked: connected.asked, changed: connected.changed.list }
      })
      // What it could not reach is why, whatever the server says of it.
      if (value.result.isError === true && refused.length > 0)
        throw new NodeError('host_refused', `${target.start.name}: ${refused.join(' ')}`)
      return value
    },
  }
}
