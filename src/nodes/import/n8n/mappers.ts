/** Which node of n8n becomes what: the one list of them. */

import { readTextAt } from '#nodes/import/untrusted.ts'
import { agentMapper, withTools } from './map-agent.ts'
import { AI } from './map-ai.ts'
import { codeMapper } from './map-code.ts'
import { DATA } from './map-data.ts'
import { TABLES } from './map-data-table.ts'
import { FILES } from './map-files.ts'
import { FLOW, sendAndWait } from './map-flow.ts'
import { HTTP } from './map-http.ts'
import { LISTS } from './map-lists.ts'
import { STORES } from './map-stores.ts'
import { serviceTrigger, TRIGGERS } from './map-triggers.ts'
import { VECTORS } from './map-vectors.ts'
import type { Mapper } from './mapped.ts'
import { appMapper, readApps } from './services/app.ts'
import { GOOGLE_AND_MICROSOFT } from './services/apps-google.ts'
import { TRADE_APPS } from './services/apps-trade.ts'
import { WORK_APPS } from './services/apps-work.ts'
import { blotato } from './services/blotato.ts'
import { mysql } from './services/mysql.ts'
import { readServices, serviceMapper } from './services/service.ts'
import { KEPT } from './services/services-data.ts'
import { REACH } from './services/services-reach.ts'
import { TRADE } from './services/services-trade.ts'
import { WORK } from './services/services-work.ts'
import { sheetsMapper } from './services/sheets.ts'

const CODE = ['code', 'function', 'functionItem', 'lc:code']
/** Makers of models, whose own nodes take tools. */
const MAKERS = ['lc:openAi', 'lc:anthropic', 'lc:googleGemini', 'lc:lmChatOpenAi']
const AGENTS = ['lc:agent', 'lc:openAiAssistant']

const SERVICES: ReadonlyMap<string, Mapper> = new Map(
  [WORK, KEPT, TRADE, REACH].flatMap(readServices).map((service) => [service.type, serviceMapper(service)]),
)

/** Apps of our catalogue that n8n has a node for. */
export const APPS = [GOOGLE_AND_MICROSOFT, WORK_APPS, TRADE_APPS].flatMap(readApps)

/** What the app has no action for is a call of its address. */
const APP_MAPPERS: ReadonlyMap<string, Mapper> = new Map(
  APPS.map((app): [string, Mapper] => {
    const made = app.type === 'googleSheets' ? sheetsMapper(appMapper(app)) : appMapper(app)
    return [app.type, (reader) => made(reader) ?? SERVICES.get(app.type)?.(reader) ?? null]
  }),
)

const FIXED: ReadonlyMap<string, Mapper> = new Map(
  Object.entries({
    ...TRIGGERS,
    ...FLOW,
    ...DATA,
    ...FILES,
    ...LISTS,
    ...HTTP,
    ...STORES,
    ...TABLES,
    ...AI,
    ...VECTORS,
    mySql: mysql,
    '@blotato/n8n-nodes-blotato.blotato': blotato,
  }),
)

/** Types of n8n that have a counterpart or a bridge, services' triggers beyond these aside. */
export const KNOWN_TYPES: readonly string[] = [
  ...new Set([...FIXED.keys(), ...SERVICES.keys(), ...APP_MAPPERS.keys(), ...CODE, ...AGENTS]),
].sort()

/** @returns null when the type is not known */
export function mapperOf(type: string): Mapper | null {
  if (CODE.includes(type)) return codeMapper
  if (AGENTS.includes(type)) return agentMapper(mapperOf)
  const found = FIXED.get(type) ?? APP_MAPPERS.get(type) ?? SERVICES.get(type)
  if (found && MAKERS.includes(type)) return withTools(mapperOf, found)
  if (found)
    return (reader) =>
      readTextAt(reader.step.parameters, 'operation') === 'sendAndWait' ? sendAndWait(reader) : found(reader)
  if (type.endsWith('Trigger')) return serviceTrigger
  return null
}
