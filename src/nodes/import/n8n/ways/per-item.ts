/**
 * n8n runs most steps once per item without saying so. Here a list is one value, and "For each" says it: where a step that works on
 * one item follows one that gives many, the steps up to the next one that works on all of them are put into a "For each".
 */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { mapped, RESULTS } from '#nodes/import/n8n/mapped.ts'
import { behind, type Link, moved, takesList, type Unit } from '#nodes/import/n8n/unit.ts'
import { isObject } from '#shared/json.ts'
import type { Body } from './kept-in-loops.ts'
import type { Warn } from './loops.ts'

/** An order in which every unit comes after what leads to it. The ways hold no circle. */
function inOrder(units: readonly Unit[], ways: readonly Link[]): Unit[] {
  const waiting = new Map(units.map(({ id }) => [id, 0]))
  for (const { to } of ways) waiting.set(to, (waiting.get(to) ?? 0) + 1)
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const order = units.filter(({ id }) => waiting.get(id) === 0)
  for (let index = 0; index < order.length; index++) {
    for (const { from, to } of ways) {
      if (from !== order[index]?.id) continue
      const left = (waiting.get(to) ?? 0) - 1
      waiting.set(to, left)
      const unit = byId.get(to)
      if (left === 0 && unit) order.push(unit)
    }
  }
  return order
}

export function repeated(
  given: readonly Unit[],
  before: readonly Link[],
  name: (wanted: string) => string,
  warn: Warn,
) {
  const units = [...given]
  let ways = [...before]
  const many = new Set<string>()
  /** The unit whose items a unit runs for, the innermost. */
  const itemsOf = new Map<string, string>()
  const bodies: Body[] = []
  for (const unit of inOrder(given, before)) {
    const inbound = ways.filter(({ to }) => to === unit.id)
    const listed = inbound.filter(({ from, port }) => many.has(from) && port !== 'item')
    if (listed.length > 0 && !takesList(unit)) {
      const [way] = listed
      const made = way && wrap(units, ways, way, name)
      if (made) {
        units.push(...made.units)
        ways = made.ways
        for (const id of made.body) itemsOf.set(id, way.from)
        bodies.push({ each: made.each, inside: made.body, ends: made.ends, results: made.results, isLoop: false })
        if (made.results) many.add(made.results)
      } else {
        const message = 'In n8n this ran once per item; here it runs once. Place it after “For each”'
        warn({ code: 'per_item', step: unit.step?.name ?? null, node: unit.id, field: null, message })
      }
    }
    const { gives = 'one' } = unit.mapped
    const came = ways.some(({ from, to, port }) => to === unit.id && many.has(from) && port !== 'item')
    if (gives === 'many' || (gives === 'same' && came)) many.add(unit.id)
  }
  return { units: units.map((unit) => present(unit, itemsOf.get(unit.id))), ways, bodies, itemsOf }
}

function wrap(units: readonly Unit[], ways: readonly Link[], way: Link, name: (wanted: string) => string) {
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const stops = (id: string) => {
    const unit = byId.get(id)
    return !unit || takesList(unit)
  }
  const entries = ways.filter(({ from, port, to }) => from === way.from && port === way.port && !stops(to))
  const body = behind(
    entries.map(({ to }) => to),
    ways,
    stops,
  )
  // Something else leads in: it would have to run once and once per item.
  if (ways.some((one) => body.has(one.to) && !body.has(one.from) && !entries.includes(one))) return null
  const source = byId.get(way.from)
  if (!source) return null
  const each: Unit = {
    id: name(`for_each_${way.from}`),
    title: `For each of ${source.title}`.slice(0, 120),
    mapped: mapped('map', {}, { takes: 'list' }),
    position: moved(source, 100),
    step: null,
  }
  const out = ways.filter((one) => body.has(one.from) && !body.has(one.to))
  const made: Unit[] = [each]
  const kept = ways.filter((one) => !entries.includes(one) && !out.includes(one))
  kept.push(
    { from: way.from, port: way.port, to: each.id },
    ...entries.map(({ to }) => ({ from: each.id, port: 'item', to })),
  )
  let results: string | null = null
  if (out.length > 0) {
    results = name(`${each.id}_results`)
    made.push({ id: results, title: 'All results', mapped: RESULTS, position: moved(each, 100), step: null })
    const targets = [...new Set(out.map(({ to }) => to))]
    kept.push(
      { from: each.id, port: 'out', to: results },
      ...targets.map((to) => ({ from: results ?? '', port: 'out', to })),
    )
  }
  const ends = out.map(({ from, port }) => ({ from, port }))
  return { units: made, ways: kept, each: each.id, body, ends, results }
}

/** Inside a "For each", the list it goes through stands for the present item: `$nodes.rows.id` → `$item.id`. */
function present(unit: Unit, source: string | undefined): Unit {
  if (source === undefined) return unit
  const pattern = new RegExp(`\\$nodes\\.${source}(?![\\w[])`, 'g')
  const change = (value: Json): Json => {
    if (typeof value === 'string') return value.includes('{{') ? value.replace(pattern, () => '$item') : value
    if (Array.isArray(value)) return value.map(change)
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]))
    return value
  }
  const changed = <T extends { config: JsonObject }>(one: T): T => {
    const config = change(one.config)
    return isObject(config) ? { ...one, config } : one
  }
  const { before, computed, after } = unit.mapped
  const more = {
    ...(before && { before: before.map(changed) }),
    ...(after && { after: after.map(changed) }),
    ...(computed && { computed: computed.map(changed) }),
  }
  return { ...unit, mapped: { ...changed(unit.mapped), ...more } }
}
