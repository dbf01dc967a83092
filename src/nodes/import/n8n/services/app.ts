/** n8n's nodes for apps: an operation becomes an action of the app in our catalogue. The tables say which; nothing here knows one app. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { type Mapped, type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import { type AppCall, inputOf, readAppCall } from './app-call.ts'
import { SHAPES } from './app-values.ts'
import { type Calls, callOf, eachOf, readTable } from './call-table.ts'

export interface ImportedApp {
  /** As n8n calls its node. */
  type: string
  /** Of our catalogue. */
  integration: string
  title: string
  calls: Calls<AppCall>
}

/** Reads a table of apps: `type | app | title`, and its operations as in `app-call.ts`. */
export const readApps = (table: string): ImportedApp[] =>
  readTable(
    table,
    ([type = '', integration = '', title = ''], calls) => ({ type, integration, title, calls }),
    readAppCall,
  )

/** Where the account is chosen: all steps of an app ask for one account together. */
export const accountSlot = (title: string, field = 'credential') => ({ field, type: 'app_account', name: title })

export const appConfig = (
  { integration }: Pick<ImportedApp, 'integration'>,
  { action, title }: Pick<AppCall, 'action' | 'title'>,
  input: JsonObject,
): JsonObject => ({ integration, action, title, input })

/** Without a list or a shape, the steps after it read the service's answer as it is. */
function answerOf({ list, pages, shape }: AppCall, all: boolean): Partial<Mapped> {
  const made = shape === null ? undefined : SHAPES[shape]
  if (made)
    return {
      ...(made.many && { gives: 'many' }),
      follow: { type: 'set_fields', title: 'Answer in the n8n format', config: { json: `{{ ${made.code} }}` } },
    }
  if (list === null) return {}
  if (list === '' || (pages && all)) return { gives: 'many' }
  return { gives: 'many', follow: eachOf(list) }
}

/** Null where the app has no action for the operation. */
export const appMapper =
  (app: ImportedApp): Mapper =>
  (reader) => {
    const call = callOf(app.calls, reader.step.parameters)
    if (call === undefined || call.action === '-') return null
    const all = call.pages && reader.get('returnAll') === true
    const config = { ...appConfig(app, call, inputOf(call, reader)), ...(all && { all_pages: true }) }
    return mapped('app_action', config, { slot: accountSlot(app.title), effect: call.effect, ...answerOf(call, all) })
  }
