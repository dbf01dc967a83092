/**
 * In n8n a step can read any earlier one, also one that ran once per item inside a loop. Here what runs inside stays there: what later
 * steps read is handed out of the loop together with the result of each item.
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { mapped, RESULTS } from '#nodes/import/n8n/mapped.ts'
import { behind, type Link, moved, nodesReadBy, type Unit, withTexts } from '#nodes/import/n8n/unit.ts'

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
  const made: Made = { units: [...units], ways: [...ways], name }
  for (const body of bodies) {
    const { each, inside, results } = body
    const deeper = bodies.filter((one) => one !== body && [...one.inside].every((id) => inside.has(id)))
    const isDirect = (id: string) => inside.has(id) && !deeper.some((one) => one.inside.has(id))
    const first = made.units.find(({ id }) => id === each)
    if (!first || results === null || body.ends.length === 0) continue
    const ends = body.ends.map((end) => endOf(made, end, deeper, first))
    const starts = made.ways.filter(({ from, port }) => from === each && port === 'out').map(({ to }) => to)
    const after = behind(starts, made.ways)
    const readers = made.units.filter(({ id }) => after.has(id) && !inside.has(id))
    const later = new Set(readers.map(({ id }) => id))
    const wanted = new Set(readers.flatMap((unit) => [...nodesReadBy(unit)]))
    const read = [...inside].filter((id) => isDirect(id) && wanted.has(id))
    // What ends in the body without leading on would be part of the result of an item.
    const leading = new Set([...made.ways, ...ends].map(({ from }) => from))
    const leaves = [...inside].some((id) => isDirect(id) && !leading.has(id))
    if (read.length === 0 && !leaves) continue
    const keeper = keeperAt(made, ends, read, first)
    made.units = made.units.map((unit) => {
      if (unit.id === results) {
        const config = { json: `{{ [$input.items.${held('passed_on', keeper)}[$ != null]] }}` }
        return { ...unit, mapped: { ...unit.mapped, config } }
      }
      return later.has(unit.id)
        ? reading(unit, read, body, keeper, isPaired(made, itemsOf.get(unit.id), results))
        : unit
    })
  }
  return { units: made.units, ways: made.ways }
}

/** Whether what a unit runs for are the results, handed on as they were at most. */
function isPaired({ units, ways }: Made, source: string | undefined, results: string): boolean {
  let at = source
  for (let steps = 0; at !== undefined && at !== results && steps < 50; steps++) {
    const unit = units.find(({ id }) => id === at)
    const [only, another] = ways.filter(({ to }) => to === at)
    at =
      unit?.mapped.gives === 'same' && unit.mapped.config.json === '{{ $input }}' && !another ? only?.from : undefined
  }
  return at === results
}

interface Made {
  units: Unit[]
  ways: Link[]
  name: (wanted: string) => string
}

/** What ends inside of a loop in this one leaves through that. */
function endOf(made: Made, end: Body['ends'][number], deeper: readonly Body[], first: Unit): Body['ends'][number] {
  const inner = deeper.find((one) => one.inside.has(end.from))
  if (!inner) return end
  if (inner.results === null) {
    inner.results = made.name(`${inner.each}_results`)
    const position = moved(first, 120)
    made.units.push({ id: inner.results, title: 'All results', mapped: RESULTS, position, step: null })
    made.ways.push({ from: inner.each, port: 'out', to: inner.results })
  }
  return { from: inner.results, port: 'out' }
}

/** The step at the end of a body: what is passed on, and what is read later. @returns its id */
function keeperAt({ units, ways, name }: Made, ends: Body['ends'], read: readonly string[], first: Unit): string {
  const keeper = name(`${first.id}_kept`)
  const position = moved(first, 140)
  const joined = new Set(ends.map(({ from }) => from)).size > 1 ? name(`${first.id}_joined`) : null
  if (joined) {
    const merge = mapped('merge', { mode: 'append' }, { takes: 'list', gives: 'many' })
    units.push({ id: joined, title: 'Whatever came', mapped: merge, position, step: null })
    ways.push({ from: joined, port: 'out', to: keeper })
  }
  for (const end of ends) ways.push({ ...end, to: joined ?? keeper })
  const kept: JsonObject = Object.fromEntries(read.map((id) => [id, `{{ $nodes.${id} }}`]))
  const fields = [
    { name: 'passed_on', value: '{{ $input }}' },
    { name: 'kept', value: kept },
  ]
  units.push({
    id: keeper,
    title: 'What is read later',
    mapped: mapped('set_fields', { fields }),
    position,
    step: null,
  })
  return keeper
}

/** A field of the step at the end: it is the result of an item, or one of several. */
const held = (field: string, keeper: string) => `($exists(${field}) ? ${field} : ${keeper}.${field})`

/** A step behind the loop that reads what was handed out. `isPaired`: it runs once for each result. */
function reading(unit: Unit, read: readonly string[], { each, isLoop }: Body, keeper: string, isPaired: boolean): Unit {
  const kept = held('kept', keeper)
  const whole = `$nodes.${each}.items.${kept}`
  const last = `$nodes.${each}.items[-1].${kept}`
  const present = `$nodes.${each}.items[${held('passed_on', keeper)} != null][$index].${kept}`
  const changed = (text: string, id: string) =>
    text.replace(new RegExp(`\\$nodes\\.${id}(?!\\w)(\\[)?`, 'g'), (_, list = '') => {
      const from = isLoop ? last : isPaired && list === '' ? present : whole
      return `(${from}.${id})${list}`
    })
  return withTexts(unit, (text) => read.reduce(changed, text))
}
