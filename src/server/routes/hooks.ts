import { SERVER_LIMITS } from '#contract/limits.ts'
import type { Json } from '#contract/primitives.ts'
import type { Database } from '#server/database/database.ts'
import { createHooks } from '#server/domain/workflows/hooks.ts'
import type { Handlers, RequestContext } from '#server/http/handlers.ts'
import { type RunEngine, runPrepared } from './run.ts'

interface Input {
  params: { token: string }
  body?: Json | undefined
}

/** After a change of a workflow its webhook may run the version before for as long, in ms. */
const FRESH_MS = 1000

interface Deps {
  db: Database
  engine: RunEngine
  fresh_ms?: number
}

export function hookHandlers({
  db,
  engine,
  fresh_ms = FRESH_MS,
}: Deps): Pick<Handlers, 'receiveHook' | 'receiveTestHook'> {
  const hooks = createHooks(db, { fresh_ms })
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
