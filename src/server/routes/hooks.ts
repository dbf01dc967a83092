import { SERVER_LIMITS } from '#contract/limits.ts'
import type { Json } from '#contract/primitives.ts'
import type { Hooks } from '#server/domain/workflows/hooks.ts'
import type { Handlers, RequestContext } from '#server/http/handlers.ts'
import { type RunEngine, runPrepared } from './run.ts'

interface Input {
  params: { token: string }
  body?: Json | undefined
}

export function hookHandlers({
  hooks,
  engine,
}: {
  hooks: Hooks
  engine: RunEngine
}): Pick<Handlers, 'receiveHook' | 'receiveTestHook'> {
  const receive =
    (test: boolean) =>
    async ({ params: { token }, body }: Input, { method, raw }: RequestContext) => {
      const input = { body: body ?? null, ...raw }
      const { request, waits } = await hooks.receive({ token, test }, method, input)
      return runPrepared(
        engine,
        { request, access_token: null, release: async () => {} },
        waits ? SERVER_LIMITS.wait_ms : 0,
      )
    }
  return { receiveHook: receive(false), receiveTestHook: receive(true) }
}
