/** n8n's nodes for apps: an operation becomes an action of the app in our catalogue. The tables say which; nothing here knows one app. */
import type { JsonObject } from '#contract/core/primitives.ts'
import { type Mapped, type Mapper, mapped } from '#nodes/import/n8n/mapped.ts'
import type { StepReader } from '#nodes/import/n8n/step-reader.ts'
import { readTextAt } from '#nodes/import/untrusted.ts'
import { type AppCall, inputOf, readAppCall } from './app-call.ts'
import { SHAPES } from './app-values.ts'

export interface ImportedApp {
  /** As n8n calls its node. */
  type: string
  /** Of our catalogue. */
  integration: string
  title: string
  /** `resource/operation` → action. The first of a resource is what n8n takes when none is named, the first of all likewise. */
  calls: ReadonlyMap<string, AppCall>
}

/** Reads a table of apps. An app begins at the margin, `type | app | title`; its operations are indented, see `app-call.ts`. */
export function readApps(table: string): ImportedApp[] {
  const apps: (ImportedApp & { calls: Map<string, AppCall> })[] = []
  for (const line of table.split('\n')) {
    if (line.trim() === '') continue
    if (line.startsWith(' ')) {
      const [key = '', ...call] = line.trim().split(' ')
      apps.at(-1)?.calls.set(key, readAppCall(call.join(' ')))
    } else {
      const [type = '', integration = '', title = ''] = line.split('|').map((part) => part.trim())
      apps.push({ type, integration, title, calls: new Map() })
    }
  }
  return apps
}

/** The call for a resource and an operation; n8n leaves out what is its default. */
function callOf({ calls }: ImportedApp, { step: { parameters } }: StepReader): AppCall | undefined {
  const resource = readTextAt(parameters, 'resource')
  const operation = readTextAt(parameters, 'operation')
  const keys = [...calls.keys()]
  const wanted = resource ?? keys[0]?.split('/')[0] ?? ''
  if (operation === undefined) return calls.get(keys.find((key) => key.startsWith(`${wanted}/`)) ?? '')
  const found = calls.get(`${wanted}/${operation}`)
  if (found !== undefined || resource !== undefined) return found
  return calls.get(keys.find((key) => key.endsWith(`/${operation}`)) ?? '')
}

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
  return {
    gives: 'many',
    follow: { type: 'split', title: `Each of ${list}`.slice(0, 120), config: { field: list } },
  }
}

/** Null where the app has no action for the operation. */
export const appMapper =
  (app: ImportedApp): Mapper =>
  (reader) => {
    const call = callOf(app, reader)
    if (call === undefined || call.action === '-') return null
    const all = call.pages && reader.get('returnAll') === true
    const config = { ...appConfig(app, call, inputOf(call, reader)), ...(all && { all_pages: true }) }
    return mapped('app_action', config, { slot: accountSlot(app.title), effect: call.effect, ...answerOf(call, all) })
  }
