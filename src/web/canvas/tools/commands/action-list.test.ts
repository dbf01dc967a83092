import { expect, it } from 'vitest'
import { actions } from './action-list.ts'

/** Which of two actions a key means is told by what is selected, or by whether something runs. */
const TOLD_APART = ['enter', 'f2', 'mod+enter']

const twice = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)

it('has each action and each key once', () => {
  expect(twice(actions.map(({ id }) => id))).toEqual([])
  const keys = actions.flatMap((action) => action.keys.map((key) => key.toLowerCase()))
  expect(twice(keys).filter((key) => !TOLD_APART.includes(key))).toEqual([])
})

it('leaves the keys of the shell alone', () => {
  const keys = actions.flatMap((action) => action.keys)
  for (const key of ['/', '?', 'mod+K', 'mod+k']) expect(keys).not.toContain(key)
})
