/**
 * n8n may lead back to an earlier step; here a run only moves forward. Loops over batches become “For each”, other circles “Repeat while”.
 * Ways back that are neither are shown.
 */

import { mapped, RESULTS } from '#nodes/import/n8n/mapped.ts'
import { behind, type Link, linksByStart, moved, type Unit } from '#nodes/import/n8n/unit.ts'
import type { ImportWarning } from '#nodes/import/report.ts'
import { circled } from './circles.ts'
import type { Body } from './kept-in-loops.ts'
import { polled } from './polling.ts'

export type Warn = (warning: ImportWarning) => void

/** Loops over batches without their ways back, and what they give behind them. */
function batched(units: readonly Unit[], ways: readonly Link[], name: (wanted: string) => string, warn: Warn) {
  const made: Unit[] = []
  const bodies: Body[] = []
  const starts = units.filter((unit) => unit.mapped.trigger).map(({ id }) => id)
  let left = [...ways]
  for (const loop of units.filter((unit) => unit.mapped.loop)) {
    const body = left.filter((way) => way.from === loop.id && way.port === 'item').map(({ to }) => to)
    const inside = behind(body, left, (id) => id === loop.id)
    // What is reached without the loop leads into it; only what comes out of its body leads back.
    const before = behind(starts, left, (id) => id === loop.id)
    const ends = left.filter((way) => way.to === loop.id && inside.has(way.from) && !before.has(way.from))
    left = left.filter((way) => !ends.includes(way))
    const after = left.filter((way) => way.from === loop.id && way.port === 'out')
    const beyond = behind(
      after.map(({ to }) => to),
      left,
      (id) => id === loop.id,
    )
    const shared = [...inside].filter((id) => beyond.has(id))
    if (shared.length > 0) {
      const message = 'A step is used both inside and after the loop: make a copy of it for each place'
      warn({ code: 'loop', step: loop.step?.name ?? null, node: loop.id, field: null, message })
    }
    if (after.length === 0) continue
    const results: Unit = {
      id: name(`${loop.id}_results`),
      title: 'Results of the loop',
      mapped: RESULTS,
      position: moved(loop, 120),
      step: null,
    }
    made.push(results)
    bodies.push({ each: loop.id, inside, ends, results: results.id, isLoop: true })
    left = left.filter((way) => !after.includes(way))
    left.push(
      { from: loop.id, port: 'out', to: results.id },
      ...after.map(({ to }) => ({ from: results.id, port: 'out', to })),
    )
  }
  const all = [...units, ...made].sort((a, b) => Number(b.mapped.trigger ?? false) - Number(a.mapped.trigger ?? false))
  return { units: all, ways: left, bodies }
}

/** Ways without those that lead back, and the units put in for them. */
export function unrolled(units: readonly Unit[], ways: readonly Link[], name: (wanted: string) => string, warn: Warn) {
  const made = batched(units, ways, name, warn)
  let { units: all, ways: left } = made
  const tried = new Set<string>()
  for (let way = nextBack(all, left, tried); way; way = nextBack(all, left, tried)) {
    tried.add(way.to)
    const found = polled(all, left, way, name, warn) ?? circled(all, left, way, name, warn)
    if (found) {
      all = found.units
      left = found.ways
    }
  }
  for (const way of waysBack(all, left)) {
    left = left.filter((one) => one !== way)
    const target = all.find(({ id }) => id === way.to)
    const from = all.find(({ id }) => id === way.from) ?? target
    if (!target || !from) continue
    const title = `Back to ${target.title}`.slice(0, 120)
    const config = {
      from: `n8n: connection back to “${target.title}”`.slice(0, 200),
      reason: 'A run only moves forward. Use “For each”, or set the step to retry.',
    }
    const back: Unit = {
      id: name(`back_to_${target.id}`),
      title,
      mapped: { ...mapped('placeholder', config), how: 'placeholder' },
      position: moved(from, 120),
      step: null,
    }
    all.push(back)
    left.push({ from: way.from, port: way.port, to: back.id })
    warn({
      code: 'loop',
      step: from.step?.name ?? null,
      node: from.id,
      field: null,
      message: `A connection leads back to “${target.title}”; here a run only moves forward`,
    })
  }
  return { units: all, ways: left, bodies: made.bodies }
}

/** A way back to a step to which none was looked at yet. */
const nextBack = (units: readonly Unit[], ways: readonly Link[], tried: ReadonlySet<string>): Link | undefined =>
  waysBack(units, ways).find(({ to }) => !tried.has(to))

/** The ways that close a circle, found in depth from the first units on, without recursion. */
function waysBack(units: readonly Unit[], ways: readonly Link[]): Link[] {
  const from = linksByStart(ways)
  const state = new Map<string, 'open' | 'done'>()
  const back: Link[] = []
  for (const { id: start } of units) {
    if (state.has(start)) continue
    const stack = [{ id: start, next: 0 }]
    state.set(start, 'open')
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const way = from.get(top.id)?.[top.next++]
      if (!way) {
        state.set(top.id, 'done')
        stack.pop()
      } else if (state.get(way.to) === 'open') back.push(way)
      else if (!state.has(way.to)) {
        state.set(way.to, 'open')
        stack.push({ id: way.to, next: 0 })
      }
    }
  }
  return back
}
