/** What the nodes of random programs do on the engine: give, come late, break until healed, or work only after some attempts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NodeError, output } from '#nodes/node.ts'
import type { Behaviour } from '#test/support/engine.ts'

/** @param healed seeds of programs in which nothing breaks any more @param effects where what was done is written down, by execution */
export function behavioursOf(
  healed: ReadonlySet<number>,
  effects: Map<string, Set<string>>,
): Record<string, Behaviour> {
  const gives: Behaviour = (ctx) => {
    const { execution_id, node_id, iteration } = ctx.run
    const made = effects.get(execution_id) ?? new Set()
    effects.set(execution_id, made.add(iteration === '' ? node_id : `${node_id}:${iteration}`))
    return output({ by: node_id, got: ctx.input })
  }
  const isHealed: (ctx: Parameters<Behaviour>[0]) => boolean = (ctx) => healed.has(ctx.config.with as number)
  const flaky =
    (times: number): Behaviour =>
    (ctx) => {
      if (isHealed(ctx) || ctx.run.attempt > times) return gives(ctx)
      throw new NodeError('flaky', `${ctx.run.node_id} did not work`, { retryable: true })
    }
  return {
    give: gives,
    late: async (ctx) => {
      await sleep(Number(ctx.run.node_id.length % 3))
      return gives(ctx)
    },
    break: (ctx) => {
      if (isHealed(ctx)) return gives(ctx)
      throw new NodeError('broken', `${ctx.run.node_id} is broken`)
    },
    flaky_1: flaky(1),
    flaky_2: flaky(2),
  }
}
