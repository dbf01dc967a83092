import { expect, it } from 'vitest'
import { editedSince } from '#graph/edited.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { silenceOf } from './silence.ts'

const ran = workflow([node('start', 'manual_trigger'), node('a', 'code'), node('b', 'code')], wires('start > a > b'))
const now = {
  ...ran,
  nodes: [...ran.nodes.map((one) => (one.id === 'a' ? { ...one, config: { changed: true } } : one)), node('c', 'code')],
  edges: [...ran.edges, ...wires('start > c')],
}
const ids = (ways: ReadonlySet<string>) =>
  now.edges.filter(({ id }) => ways.has(id)).map(({ from, to }) => `${from.node}>${to.node}`)
const silence = (earlier: boolean, before: typeof ran | null = ran) =>
  silenceOf(now, before, before === null ? new Set() : editedSince(now, before), earlier)

it('says nothing of steps that were edited or added since a run from before, of what they gave, and of new connections', () => {
  expect([...silence(true).nodes].sort()).toEqual(['a', 'c'])
  expect(ids(silence(true).edges).sort()).toEqual(['a>b', 'start>c'])
})

it('of a run begun here, only of connections that weren’t there', () => {
  expect(silence(false).nodes.size).toBe(0)
  expect(ids(silence(false).edges)).toEqual(['start>c'])
})

it('says nothing at all of a run from before whose version is gone', () => {
  expect([...silence(true, null).nodes].sort()).toEqual(['a', 'b', 'c', 'start'])
  expect(silence(true, null).edges.size).toBe(3)
  expect(silence(false, null).nodes.size).toBe(0)
})

it('is silent of nothing while the workflow is the one that ran', () => {
  expect(silenceOf(ran, ran, new Set(), true)).toEqual({ nodes: new Set(), edges: new Set() })
})
