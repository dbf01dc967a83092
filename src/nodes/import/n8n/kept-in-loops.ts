/**
 * In n8n a step can read any earlier one, also one that ran once per item inside a loop. Here what runs inside stays there: what later
 * steps read is handed out of the loop together with the result of each item.
 */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import { mapped } from './mapped.ts'
import { behind, type Link, moved, type Unit } from './unit.ts'

/** A “For each” and what runs in it. */
export interface Body {
  /** The id of the “For each”. */
  each: string
  inside: ReadonlySet<string>
  /** What its result leaves through. */
  ends: readonly Pick<Link, 'from' | 'port'>[]
  /** The id of the step that gives its results, behind it. */
  results: string | null
  /** Whether n8n ran the steps again and again, so that it later reads the last time only. */
  isLoop: boolean
}

const mentions = (id: string) => new RegExp(`\\$nodes\\.${id}(?!\\w)`)

function textsOf({ mapped: { config, before, computed, follow } }: Unit): string {
  return JSON.stringify([config, before ?? null, computed ?? null, follow ?? null])
}

/** Every text of a unit's settings, changed. */
function withTexts(unit: Unit, change: (text: string) => string): Unit {
  const inner = (part: Json): Json => {
    if (typeof part === 'string') return part.includes('{{') ? change(part) : part
    if (Array.isArray(part)) return part.map(inner)
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, one]) => [key, inner(one)])) : part
  }
  const changed = <T extends { config: JsonObject }>(one: T): T => ({ ...one, config: inner(one.config) as JsonObject })
  const { before, computed, follow } = unit.mapped
  const more = {
    ...(before && { before: before.map(changed) }),
    ...(computed && { computed: computed.map(changed) }),
    ...(follow && { follow: changed(follow) }),
  }
  return { ...unit, mapped: { ...changed(unit.mapped), ...more } }
}

/**
 * @param itemsOf the unit whose items a unit runs for, by its id
 * @returns the units and ways with a step at the end of each body that has to hand something out
 */
export function handedOut(
  units: readonly Unit[],
  ways: readonly Link[],
  bodies: readonly Body[],
  itemsOf: ReadonlyMap<string, string>,
  name: (wanted: string) => string,
): { units: Unit[]; ways: Link[] } {
  let all = [...units]
  const made = [...ways]
  for (const body of bodies) {
    const { each, inside, ends, results, isLoop } = body
    const deeper = bodies.filter((one) => one !== body && inside.has(one.each))
    const isDirect = (id: string) => inside.has(id) && !deeper.some((one) => one.inside.has(id))
    const first = all.find(({ id }) => id === each)
    if (!first || results === null || ends.length === 0 || !ends.every(({ from }) => isDirect(from))) continue
    const after = behind(
      made.filter(({ from, port }) => from === each && port === 'out').map(({ to }) => to),
      made,
    )
    const readers = all.filter(({ id }) => after.has(id) && !inside.has(id))
    const texts = readers.map(textsOf)
    const read = all.filter(({ id }) => isDirect(id) && texts.some((text) => mentions(id).test(text)))
    // What ends in the body without leading on would be part of the result of an item.
    const leaves = [...inside].some(
      (id) => isDirect(id) && !made.some(({ from }) => from === id) && !ends.some(({ from }) => from === id),
    )
    if (read.length === 0 && !leaves) continue
    const keeper = name(`${each}_kept`)
    const position = moved(first, 140)
    const joined = new Set(ends.map(({ from }) => from)).size > 1 ? name(`${each}_joined`) : null
    if (joined) {
      const merge = mapped('merge', { mode: 'append' }, { takes: 'list', gives: 'many' })
      all.push({ id: joined, title: 'Whatever came', mapped: merge, position, step: null })
      made.push({ from: joined, port: 'out', to: keeper })
    }
    for (const end of ends) made.push({ ...end, to: joined ?? keeper })
    const kept: JsonObject = Object.fromEntries(read.map(({ id }) => [id, `{{ $nodes.${id} }}`]))
    const fields = [
      { name: 'passed_on', value: '{{ $input }}' },
      { name: 'kept', value: kept },
    ]
    all.push({
      id: keeper,
      title: 'What is read later',
      mapped: mapped('set_fields', { fields }),
      position,
      step: null,
    })
    const of = (field: string) => `($exists(${field}) ? ${field} : ${keeper}.${field})`
    const whole = `$nodes.${each}.items.${of('kept')}`
    const last = `$nodes.${each}.items[-1].${of('kept')}`
    const present = `$nodes.${each}.items[${of('passed_on')} != null][$index].${of('kept')}`
    all = all.map((unit) => {
      if (unit.id === results) {
        const config = { json: `{{ [$input.items.${of('passed_on')}[$ != null]] }}` }
        return { ...unit, mapped: { ...unit.mapped, config } }
      }
      if (!readers.includes(unit)) return unit
      const isPaired = itemsOf.get(unit.id) === results
      return withTexts(unit, (text) =>
        read.reduce(
          (changed, { id }) =>
            changed.replace(new RegExp(`\\$nodes\\.${id}(?!\\w)(\\[)?`, 'g'), (_, list = '') => {
              const from = isLoop ? last : isPaired && list === '' ? present : whole
              return `(${from}.${id})${list}`
            }),
          text,
        ),
      )
    })
  }
  return { units: all, ways: made }
}
