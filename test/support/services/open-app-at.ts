/** An app of the catalogue, led to a stand-in. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connector } from '#connectors/connector.ts'
import { choicesIn, listingInput } from '#connectors/request/choices.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type OpenApp, OWNER, openApp } from '#test/support/connectors/open-app.ts'
import { type RunningService, type Service, startService } from './service.ts'

const CATALOGUE = join(import.meta.dirname, '../../../src/connectors/catalogue')

/** Every app that is open, so that it is closed when the tests are over. */
const open: { app: OpenApp; running: RunningService }[] = []
export async function closeApps(): Promise<void> {
  for (const { app, running } of open) {
    app.close()
    await running.close()
  }
}

/** An app with a stand-in in the place of each of its addresses, and ways to run its actions and to choose. */
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
  /** The labels and values that a field can be chosen from. */
  const choices = async (action: string, key: string, input: JsonObject = {}, search = '') => {
    const { actions } = JSON.parse(readFileSync(join(CATALOGUE, `${id}.json`), 'utf8')) as Connector
    const list = actions.find((one) => one.id === action)?.choices?.[key]
    if (!list) throw new Error(`${action} has no choices for ${key}`)
    const listing = listingInput(list, input, search)
    if ('missing' in listing) throw new Error(`${listing.missing} is missing`)
    const found = choicesIn(list, await run(listing.action, listing.input, { all_pages: true }), 100)
    return Object.fromEntries(found.map(({ label, value }) => [label, value]))
  }
  return { run, refused, choices, calls: running.calls }
}
