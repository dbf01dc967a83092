/**
 * A way back of any form, with branches in the circle and several ways out of it, as one “Repeat while”: each pass runs the steps of the
 * circle once and ends either in going round again or in one of its ways out.
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { mapped } from '#nodes/import/n8n/mapped.ts'
import { behind, type Link, moved, nodesReadBy, type Unit, withTexts } from '#nodes/import/n8n/unit.ts'
import type { Warn } from './loops.ts'

/** What n8n does not limit is limited here. */
const MOST = 1000

/** The steps of the circle, or null where others lead into its middle, or it holds what cannot be repeated. */
function insideOf(units: readonly Unit[], ways: readonly Link[], start: string): ReadonlySet<string> | null {
  const backwards = ways.map((way) => ({ ...way, from: way.to, to: way.from }))
  const before = behind([start], backwards)
  const inside = new Set([...behind([start], ways)].filter((id) => before.has(id)))
  const entered = ways.some(({ from, to }) => !inside.has(from) && inside.has(to) && to !== start)
  const fixed = units.some(({ id, mapped: one }) => inside.has(id) && (one.trigger || one.loop))
  // Branches that run side by side may end in both, going round again and a way out.
  const own = ways.filter(({ from, to }) => inside.has(from) && inside.has(to))
  const forked = new Set(own.map(({ from, port }) => `${from} ${port}`)).size < own.length
  return entered || fixed || forked ? null : inside
}

/** With what each pass does besides going on, such as a message; null where that is done elsewhere, too. */
function withAsides(inside: ReadonlySet<string>, ways: readonly Link[]): ReadonlySet<string> | null {
  const goingOn = new Set(ways.filter(({ to }) => inside.has(to)).map(({ from, port }) => `${from} ${port}`))
  const asides = ways
    .filter(({ from, port, to }) => inside.has(from) && !inside.has(to) && goingOn.has(`${from} ${port}`))
    .map(({ to }) => to)
  const all = new Set([...inside, ...behind(asides, ways)])
  return ways.some(({ from, to }) => !all.has(from) && all.has(to) && !inside.has(to)) ? null : all
}

const added = (id: string, title: string, config: JsonObject, near: Unit): Unit => ({
  id,
  title,
  mapped: mapped('set_fields', config),
  position: moved(near, 60),
  step: null,
})

/** The units and ways with “Repeat while” in place of the circle; null where it has to be told otherwise. */
export function circled(
  units: readonly Unit[],
  ways: readonly Link[],
  back: Link,
  name: (wanted: string) => string,
  warn: Warn,
): { units: Unit[]; ways: Link[] } | null {
  const first = units.find(({ id }) => id === back.to)
  const circle = insideOf(units, ways, back.to)
  const inside = circle && withAsides(circle, ways)
  if (!first || !inside) return null
  const made: Unit[] = []
  const repeat = name(`repeat_${first.id}`)
  const entry = name(`${first.id}_pass`)
  const again = name(`${first.id}_again`)
  const kept = ways.filter(
    ({ from, to }) => !(inside.has(from) && (to === first.id || !inside.has(to))) && to !== first.id,
  )
  const wanted = new Set(units.flatMap((unit) => (inside.has(unit.id) ? [] : [...nodesReadBy(unit)])))
  const read = [...inside].filter((id) => wanted.has(id))
  const held: JsonObject = Object.fromEntries(read.map((id) => [id, `{{ $nodes.${id} }}`]))
  const ends = [again]
  made.push(added(again, 'Once more', { fields: [{ name: 'again', value: '{{ $input }}' }] }, first))
  /** One way out for each step that is led to. */
  const outs = new Map<string, string>()
  for (const { from, port, to } of ways) {
    if (!inside.has(from)) continue
    if (to === first.id) kept.push({ from, port, to: again })
    else if (!inside.has(to)) {
      const end = outs.get(to) ?? name(`${to}_next`)
      if (!outs.has(to)) {
        outs.set(to, end)
        ends.push(end)
        const fields = [
          { name: 'way', value: end },
          { name: 'passed_on', value: '{{ $input }}' },
          { name: 'kept', value: held },
        ]
        made.push(added(end, `On to ${to}`.slice(0, 120), { fields }, first))
      }
      kept.push({ from, port, to: end })
    }
  }
  /** Of the one end of a pass, or of that one of several. */
  const of = (field: string, from = '$input') =>
    `(${['', ...ends].map((end) => `${from}${end && '.'}${end}.${field}`).reduceRight((rest, one) => (rest === '' ? one : `$exists(${one}) ? ${one} : ${rest}`), '')})`
  made.push(
    {
      id: repeat,
      title: `Repeat: ${first.title}`.slice(0, 120),
      mapped: mapped('loop', { while: `$index = 0 or $exists(${of('again', '$')})`, most: MOST }, { ports: ['out'] }),
      position: first.position,
      step: null,
    },
    added(entry, 'What goes round', { json: `{{ $index = 0 ? $input : ${of('again')} }}` }, first),
  )
  kept.push({ from: repeat, port: 'item', to: entry }, { from: entry, port: 'out', to: first.id })
  for (const { from, port, to } of ways) if (to === first.id && !inside.has(from)) kept.push({ from, port, to: repeat })
  const beyond = waysOut(repeat, outs, (field) => of(field, '$input.value'), name, first)
  made.push(...beyond.units)
  kept.push(...beyond.ways)
  const say = { code: 'loop' as const, step: first.step?.name ?? null, node: repeat, field: null }
  warn({ ...say, message: `It repeats at most ${MOST} times here; n8n had no limit` })
  return {
    units: [...units.map((unit) => outside(unit, inside, read, of('kept', `$nodes.${repeat}.value`))), ...made],
    ways: kept,
  }
}

/** Behind the “Repeat while”: a way to each step that the circle led to, with what came there. */
function waysOut(
  repeat: string,
  outs: ReadonlyMap<string, string>,
  of: (field: string) => string,
  name: (wanted: string) => string,
  near: Unit,
): { units: Unit[]; ways: Link[] } {
  if (outs.size === 0) return { units: [], ways: [] }
  const which = name(`${repeat}_way`)
  const rules = [...outs.values()].map((end) => ({ port: end, condition: `{{ ${of('way')} = "${end}" }}` }))
  const ports = rules.map(({ port }) => port)
  const results = [...outs].map(([to, end]) => ({ to, end, id: name(`${to}_came_in`) }))
  return {
    units: [
      {
        id: which,
        title: 'Which way out?',
        mapped: mapped('switch', { rules }, { ports }),
        position: moved(near, 80),
        step: null,
      },
      ...results.map(({ id }) => added(id, 'What came out', { json: `{{ ${of('passed_on')} }}` }, near)),
    ],
    ways: [
      { from: repeat, port: 'out', to: which },
      ...results.flatMap(({ to, end, id }) => [
        { from: which, port: end, to: id },
        { from: id, port: 'out', to },
      ]),
    ],
  }
}

/** A step behind the circle reads what its last pass kept. */
function outside(unit: Unit, inside: ReadonlySet<string>, read: readonly string[], kept: string): Unit {
  if (inside.has(unit.id) || read.length === 0) return unit
  return withTexts(unit, (text) =>
    read.reduce(
      (changed, id) => changed.replace(new RegExp(`\\$nodes\\.${id}(?!\\w)`, 'g'), () => `(${kept}.${id})`),
      text,
    ),
  )
}
