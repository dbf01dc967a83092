/** What the page of a widget asks the server: as a visitor, whoever is signed in in this browser. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { PublicWidget, WidgetRun } from '#contract/services/widgets.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { createClient } from '#web/api/client.ts'

const client = createClient({
  table: {},
  rest: () => import('virtual:closed-endpoints').then((table) => table.default),
  token: async () => null,
  fetch: (...args) => fetch(...args),
})

export const getWidget = (token: string) => client('getWidget', { params: { token } }) as Promise<PublicWidget>

export async function upload(file: File): Promise<string> {
  const body = new FormData()
  body.set('file', file, file.name)
  const { id } = (await client('uploadFile', { body })) as { id: string }
  return id
}

/** A run, and what opens it. */
export interface Begun extends WidgetRun {
  run: string
  run_token: string
}

const EVERY_MS = 2000
/** Longer than this nobody waits in front of it. */
const MOST_MS = 10 * MINUTE_MS

/** The document that was given stands beside what was found in it: under the id the visitor gave it, not that of the owner's copy. */
function withOwnDocument(output: Json, files: readonly string[]): Json {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return output
  const { document } = output
  const [file_id] = files
  if (file_id === undefined || typeof document !== 'object' || document === null || Array.isArray(document))
    return output
  return { ...output, document: { ...document, file_id } }
}

/** Starts a run and waits for its end. @throws ApiError */
export async function ask(token: string, input: JsonObject, files: readonly string[]): Promise<Begun> {
  const begun = (await client('runWidget', { params: { token }, body: { input } })) as Begun
  let now: WidgetRun = begun
  const until = Date.now() + MOST_MS
  while (now.status === 'running' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    const { run, run_token: runToken } = begun
    now = (await client('getWidgetRun', { params: { token, run } }, { runToken })) as WidgetRun
  }
  return { ...begun, ...now, output: withOwnDocument(now.output, files) }
}

/** A file that a run has made. @throws ApiError */
export const madeFile = (token: string, { run, run_token: runToken }: Begun, file: string): Promise<Blob> =>
  client('getWidgetFile', { params: { token, run, file } }, { runToken }) as Promise<Blob>
