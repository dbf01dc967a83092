/** A step of the file with what it became, and the ways between such steps, before they are nodes of a document. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import type { Mapped } from './mapped.ts'
import type { Step } from './read.ts'

export interface Unit {
  /** Where its output is read: `$nodes.<id>`. */
  id: string
  title: string
  mapped: Mapped
  position: { x: number; y: number }
  /** Null for what the import added itself. */
  step: Step | null
}

export interface Link {
  from: string
  port: string
  to: string
}

/** A place for what the import adds to a unit. */
export const moved = ({ position }: Unit, by: number): Unit['position'] => ({ x: position.x + by, y: position.y + by })

export const takesList = (unit: Unit): boolean => unit.mapped.takes === 'list'

/** Where each way leads, by the unit it starts from. */
export function linksByStart(ways: readonly Link[]): Map<string, Link[]> {
  const found = new Map<string, Link[]>()
  for (const way of ways) {
    const list = found.get(way.from)
    if (list) list.push(way)
    else found.set(way.from, [way])
  }
  return found
}

/** Everything behind some units, themselves included. @param stop what is not walked through nor taken */
export function behind(
  starts: readonly string[],
  ways: readonly Link[],
  stop: (id: string) => boolean = () => false,
): Set<string> {
  const from = linksByStart(ways)
  const found = new Set<string>()
  const stack = starts.filter((id) => !stop(id))
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (found.has(id)) continue
    found.add(id)
    for (const { to } of from.get(id) ?? []) if (!found.has(to) && !stop(to)) stack.push(to)
  }
  return found
}

/** Every text of a unit's settings, changed. */
export function withTexts(unit: Unit, change: (text: string) => string): Unit {
  const inner = (part: Json): Json => {
    if (typeof part === 'string') return part.includes('{{') ? change(part) : part
    if (Array.isArray(part)) return part.map(inner)
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, one]) => [key, inner(one)])) : part
  }
  const changed = <T extends { config: JsonObject }>(one: T): T => ({ ...one, config: inner(one.config) as JsonObject })
  const { before, computed, follow, after } = unit.mapped
  const more = {
    ...(before && { before: before.map(changed) }),
    ...(after && { after: after.map(changed) }),
    ...(computed && { computed: computed.map(changed) }),
    ...(follow && { follow: changed(follow) }),
  }
  return { ...unit, mapped: { ...changed(unit.mapped), ...more } }
}

const READ = /\$nodes\.(\w+)/g
const known = new WeakMap<Unit, ReadonlySet<string>>()

/** The ids that a unit's settings read through `$nodes`. */
export function nodesReadBy(unit: Unit): ReadonlySet<string> {
  const found = known.get(unit)
  if (found) return found
  const { config, before, computed, follow, after } = unit.mapped
  const text = JSON.stringify([config, before, computed, follow, after])
  const ids = new Set([...text.matchAll(READ)].map(([, id = '']) => id))
  known.set(unit, ids)
  return ids
}
