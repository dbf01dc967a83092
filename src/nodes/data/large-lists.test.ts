/** Small inputs of list nodes that would grow into more than the memory of the server. */
import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/primitives.ts'
import { tryNode } from '#nodes/trial.ts'
import { busy } from '#test/support/busy.ts'
import { deduplicate } from './deduplicate.ts'
import { joinLists } from './join-lists.ts'
import { lookupTable } from './lookup-table.ts'

it.each([
  ['a text', '$input.big & $index'],
  ['an object', '{ "key": $input.big & $index }'],
  ['a text for the interpreter', '$pad($string($index), 100000)'],
])('values per item are bounded together: %s', async (_what, by) => {
  const items = Array.from({ length: 1_000 }, (_, index) => index)
  const work = tryNode(deduplicate, { items, by }, { input: { big: 'x'.repeat(100_000) } })
  await expect(work).rejects.toMatchObject({ code: 'expression_too_large', field: 'by' })
})

it('a join is bounded by the fields of all its rows', async () => {
  const item: JsonObject = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}`, 1]))
  const list = Array.from({ length: 100 }, () => item)
  const settings = { left: list, right: list, left_key: 'f1', right_key: 'f1' }
  await expect(tryNode(joinLists, settings)).rejects.toMatchObject({ code: 'too_many_rows' })
  const some = { ...settings, left: list.slice(0, 10), right: list.slice(0, 10) }
  expect(await tryNode(joinLists, some)).toMatchObject({ output: { length: 100 } })
})

it('a long value is looked up in a long table at once', async () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ key: `k${index}`, value: index }))
  const spent = busy()
  const result = await tryNode(lookupTable, { rows, value: 'X'.repeat(5_000_000), default: 'none' })
  expect(result).toMatchObject({ output: 'none' })
  expect(spent()).toBeLessThan(1000)
})
