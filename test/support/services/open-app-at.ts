/** An app of the catalogue, led to a stand-in. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { type OpenApp, OWNER, openApp } from '#test/support/connectors/open-app.ts'
import { type RunningService, type Service, startService } from './service.ts'

/** Every app that is open, so that it is closed when the tests are over. */
const open: { app: OpenApp; running: RunningService }[] = []
export async function closeApps(): Promise<void> {
  for (const { app, running } of open) {
    app.close()
    await running.close()
  }
}

/** An app with a stand-in in the place of each of its addresses, and a way to run its actions. */
export async function openAppAt(
  id: string,
  service: Service,
  origins: readonly string[],
  besides: readonly string[] = [],
) {
  const running = await startService(service)
  const app = await openApp(id, Object.fromEntries(origins.map((origin) => [origin, running.url])), besides)
  open.push({ app, running })
  let made = 0
  const caller = (idempotency_key: string) => ({
    who: { owner: { user_id: OWNER }, author: null, version: null },
    execution_id: null,
    idempotency_key,
    progress: () => undefined,
  })
  const run = async (action: string, input: JsonObject = {}, more: { all_pages?: boolean; key?: string } = {}) => {
    const { all_pages = false, key: chosen = `${OWNER}:${++made}` } = more
    const request = { integration: id, action, input, credential: OWNER, all_pages }
    const answer = await app.actions.run(request, caller(chosen), AbortSignal.timeout(20_000))
    if (answer.type !== 'answer') throw new Error(answer.message)
    // biome-ignore lint/suspicious/noExplicitAny: what a service answers
    return answer.output as any
  }
  /** What it refuses, in words. */
  const refused = async (action: string, input: JsonObject = {}): Promise<string> => {
    const error = await run(action, input).catch((thrown: Error & { code?: string }) => thrown)
    if (!(error instanceof Error)) throw new Error(`${action} was taken`)
    return `${(error as { code?: string }).code}: ${error.message}`
  }
  return { run, refused, calls: running.calls }
}
