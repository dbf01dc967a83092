/** Which node of n8n becomes what: the one list of them. */

import { agentMapper } from './map-agent.ts'
import { AI } from './map-ai.ts'
import { codeMapper } from './map-code.ts'
import { DATA } from './map-data.ts'
import { FLOW } from './map-flow.ts'
import { HTTP } from './map-http.ts'
import { LISTS } from './map-lists.ts'
import { gmailSend, STORES } from './map-stores.ts'
import { serviceTrigger, TRIGGERS } from './map-triggers.ts'
import type { Mapper } from './mapped.ts'
import { readServices, serviceMapper } from './services/service.ts'
import { KEPT } from './services/services-data.ts'
import { REACH } from './services/services-reach.ts'
import { TRADE } from './services/services-trade.ts'
import { WORK } from './services/services-work.ts'

const CODE = ['code', 'function', 'functionItem', 'lc:code']
const AGENTS = ['lc:agent', 'lc:openAiAssistant']

const SERVICES: ReadonlyMap<string, Mapper> = new Map(
  [WORK, KEPT, TRADE, REACH].flatMap(readServices).map((service) => [service.type, serviceMapper(service)]),
)

const FIXED: ReadonlyMap<string, Mapper> = new Map(
  Object.entries({ ...TRIGGERS, ...FLOW, ...DATA, ...LISTS, ...HTTP, ...STORES, ...AI }),
)

/** Types of n8n that have a counterpart or a bridge, services' triggers beyond these aside. */
export const KNOWN_TYPES: readonly string[] = [
  ...new Set([...FIXED.keys(), ...SERVICES.keys(), ...CODE, ...AGENTS]),
].sort()

/** @returns null when the type is not known */
export function mapperOf(type: string, idOf: (name: string) => string | undefined): Mapper | null {
  if (CODE.includes(type)) return codeMapper(idOf)
  if (AGENTS.includes(type)) return agentMapper((tool) => mapperOf(tool, idOf))
  const service = SERVICES.get(type)
  if (type === 'gmail' && service) return (reader) => gmailSend(reader) ?? service(reader)
  const found = FIXED.get(type) ?? service
  if (found) return found
  if (type.endsWith('Trigger')) return serviceTrigger
  return null
}
