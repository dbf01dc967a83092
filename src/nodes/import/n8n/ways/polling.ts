/**
 * A way back that asks again until something is ready: wait, check, decide, and back. It becomes “Repeat while”, whose condition is what
 * the deciding steps ask. These stay behind it, so that every way on is kept.
 */

import { mapped } from '#nodes/import/n8n/mapped.ts'
import { behind, type Link, type Unit } from '#nodes/import/n8n/unit.ts'
import { isObject } from '#shared/json.ts'
import type { Warn } from './loops.ts'

/** What n8n does not limit is limited here. */
const MOST = 1000

interface Circle {
  /** What runs in each pass, the last of them giving what is decided on. */
  body: readonly Unit[]
  deciding: readonly Unit[]
  /** Pauses between a decision and the first step. */
  pauses: readonly Unit[]
}

const decides = ({ mapped: { type, before, computed, follow } }: Unit) =>
  (type === 'if' || type === 'switch') && !before && !computed && !follow

/** The one circle that the way closes; null where steps of it lead elsewhere before the decision, or others lead into its middle. */
function circleOf(units: readonly Unit[], ways: readonly Link[], { to }: Link): Circle | null {
  const backwards = ways.map((way) => ({ ...way, from: way.to, to: way.from }))
  const before = behind([to], backwards)
  const inside = new Set([...behind([to], ways)].filter((id) => before.has(id)))
  if (ways.some((way) => !inside.has(way.from) && inside.has(way.to) && way.to !== to)) return null
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  const chain: Unit[] = []
  for (let id = to; chain.length === 0 || id !== to; ) {
    const unit = byId.get(id)
    const out = ways.filter(({ from }) => from === id)
    const on = new Set(out.filter((way) => inside.has(way.to)).map((way) => way.to))
    const [next] = on
    if (!unit || next === undefined || on.size > 1 || chain.length > inside.size) return null
    if (unit.mapped.loop || unit.mapped.trigger || (!decides(unit) && out.length > 1)) return null
    chain.push(unit)
    id = next
  }
  const first = chain.findIndex(decides)
  const rest = chain.slice(first)
  const end = rest.findIndex((unit) => !decides(unit))
  const [deciding, pauses] = end < 0 ? [rest, []] : [rest.slice(0, end), rest.slice(end)]
  const isWhole = chain.length === inside.size && first > 0 && pauses.every(({ mapped: { type } }) => type === 'wait')
  return isWhole ? { body: chain.slice(0, first), deciding, pauses } : null
}

/** A condition as “Repeat while” reads it: about the result of the last pass. Null where it reads anything else. */
function aboutResult(condition: unknown, result: string): string | null {
  const [, code] =
    typeof condition === 'string' ? (/^\{\{((?:(?!\{\{|\}\}).)*)\}\}$/s.exec(condition.trim()) ?? []) : []
  if (code === undefined) return null
  const read = code.replace(new RegExp(`\\$nodes\\.${result}(?!\\w)|\\$input\\b`, 'g'), () => '$item').trim()
  return /\$(?:nodes|trigger|vars|index|error)\b/.test(read) ? null : `(${read})`
}

/** When a deciding step leaves through one of these ports. */
function leavesBy({ mapped: { config } }: Unit, ports: ReadonlySet<string>, result: string): string | null {
  const rules = Array.isArray(config.rules) ? config.rules : [{ port: 'true', condition: config.condition ?? null }]
  const otherwise = Array.isArray(config.rules) ? 'default' : 'false'
  let made = String(ports.has(otherwise))
  for (const rule of [...rules].reverse()) {
    const condition = isObject(rule) ? aboutResult(rule.condition, result) : null
    if (condition === null || !isObject(rule)) return null
    made = `(${condition} ? ${ports.has(String(rule.port))} : ${made})`
  }
  return made
}

/** The units and ways with “Repeat while” in place of the circle; null where it is another kind of circle. */
export function polled(
  units: readonly Unit[],
  ways: readonly Link[],
  back: Link,
  name: (wanted: string) => string,
  warn: Warn,
): { units: Unit[]; ways: Link[] } | null {
  const circle = circleOf(units, ways, back)
  const [first, last, decision] = [circle?.body[0], circle?.body.at(-1), circle?.deciding[0]]
  if (!circle || !first || !last || !decision) return null
  const { deciding, pauses } = circle
  const inside = new Set([...circle.body, ...deciding, ...pauses].map(({ id }) => id))
  const again: string[] = []
  for (const unit of deciding) {
    const on = ways.filter(({ from, to }) => from === unit.id && inside.has(to)).map(({ port }) => port)
    const condition = leavesBy(unit, new Set(on), last.id)
    if (condition === null) return null
    again.push(condition)
  }
  // The steps after it read the last result under the id of the step that gave it.
  const pass = { ...last, id: name(`${last.id}_pass`) }
  const idIn = (id: string) => (id === last.id ? pass.id : id)
  const repeat: Unit = {
    id: name(`repeat_${first.id}`),
    title: `Repeat: ${first.title}`.slice(0, 120),
    mapped: mapped('loop', { while: `$index = 0 or (${again.join(' and ')})`, most: MOST }, { ports: ['out'] }),
    position: first.position,
    step: null,
  }
  const result: Unit = {
    id: last.id,
    title: `Result of ${last.title}`.slice(0, 120),
    mapped: mapped('set_fields', { json: '{{ $input.value }}' }, { gives: last.mapped.gives ?? 'one' }),
    position: last.position,
    step: null,
  }
  const start = idIn((pauses[0] ?? first).id)
  const kept = ways.flatMap((way): Link[] => {
    const { from, to } = way
    if (to === first.id && !inside.has(from)) return [{ ...way, to: repeat.id }]
    if (from === last.id) return []
    const isDecision = deciding.some(({ id }) => id === from)
    if (isDecision && (to === first.id || pauses.some(({ id }) => id === to))) return []
    return [{ ...way, to: inside.has(from) && !isDecision ? idIn(to) : to }]
  })
  const said = (message: string) =>
    warn({ code: 'loop', step: decision.step?.name ?? null, node: repeat.id, field: null, message })
  said(`It repeats at most ${MOST} times here; n8n had no limit`)
  if (pauses.length > 0) said('Here it waits before it checks for the first time, too')
  return {
    units: [...units.map((unit) => (unit.id === last.id ? pass : unit)), repeat, result],
    ways: [
      ...kept,
      { from: repeat.id, port: 'item', to: start },
      { from: repeat.id, port: 'out', to: result.id },
      { from: result.id, port: 'out', to: decision.id },
    ],
  }
}
