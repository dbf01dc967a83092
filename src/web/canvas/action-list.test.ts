import { expect, it } from 'vitest'
import { actions } from './action-list.ts'

const twice = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)

it('has each action and each key once', () => {
  expect(twice(actions.map(({ id }) => id))).toEqual([])
  expect(twice(actions.flatMap(({ keys }) => keys.map((key) => key.toLowerCase())))).toEqual([])
})

it('leaves the keys of the shell alone', () => {
  const keys = actions.flatMap((action) => action.keys)
  for (const key of ['/', '?', 'mod+K', 'mod+k']) expect(keys).not.toContain(key)
})
