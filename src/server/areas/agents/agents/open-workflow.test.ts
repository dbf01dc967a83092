import { expect, it } from 'vitest'
import { node, wires, workflow } from '#test/support/engine.ts'
import { sortSteps } from './open-workflow.ts'

const named = (...ids: string[]) => ids.map((id) => node(id, 'merge'))
const order = (ids: string[], edges: string[]) =>
  sortSteps(workflow(named(...ids), edges.length > 0 ? wires(...edges) : [])).map(({ id }) => id)

it('puts a step after everything that leads to it', () => {
  expect(order(['end', 'b', 'a'], ['a > b', 'b > end', 'a > end'])).toEqual(['a', 'b', 'end'])
})

it('puts steps in a circle last and loses nothing', () => {
  expect(order(['x', 'y', 'start'], ['x > y', 'y > x'])).toEqual(['start', 'x', 'y'])
  expect(order([], [])).toEqual([])
})
