import { expect, it } from 'vitest'
import { layoutSteps } from './step-layout.ts'

const step = (id: string) => ({ id, title: id, type: 'merge', type_title: 'Merge', category: 'data', icon: 'box' })
const edge = (line: string) => {
  const [from = '', to = ''] = line.split('>')
  return { from, port: 'out', to }
}
const picture = (ids: string[], lines: string[]) => layoutSteps({ steps: ids.map(step), edges: lines.map(edge) })
const rows = (ids: string[], lines: string[]) =>
  Object.fromEntries(picture(ids, lines).steps.map(({ step: { id }, row }) => [id, row]))

it('puts a step below all that it waits for, and parallel steps side by side', () => {
  expect(rows(['a', 'b', 'c', 'end'], ['a>b', 'a>c', 'b>end', 'a>end'])).toEqual({ a: 0, b: 1, c: 1, end: 2 })
  const [, b, c] = picture(['a', 'b', 'c'], ['a>b', 'a>c']).steps
  expect([b?.left, b?.width, c?.left]).toEqual([0, 0.5, 0.5])
})

it('comes to an end with a circle, with nothing, and with steps that are not there', () => {
  expect(rows(['a', 'b'], ['a>b', 'b>a'])).toEqual({ a: 0, b: 1 })
  expect(picture([], []).rows).toBe(1)
  expect(picture(['a'], ['a>ghost', 'ghost>a']).lines).toEqual([])
})

it('says how many steps found no room', () => {
  const ids = Array.from({ length: 100 }, (_, index) => `n${index}`)
  expect(
    picture(
      ids,
      ids.slice(1).map((id, index) => `n${index}>${id}`),
    ),
  ).toMatchObject({ rows: 24, more: 76 })
})
