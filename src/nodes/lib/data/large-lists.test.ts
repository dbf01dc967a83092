/** Small inputs of list nodes that would grow into more than the memory of the server. */
import { expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { tryNode } from '#nodes/trial.ts'
import { deduplicate } from '#nodes/types/data/deduplicate.ts'
import { hashText } from '#nodes/types/data/hash-text.ts'
import { joinLists } from '#nodes/types/data/join-lists.ts'
import { lookupTable } from '#nodes/types/data/lookup-table.ts'
import { makeCsv } from '#nodes/types/data/make-csv.ts'
import { makeId } from '#nodes/types/data/make-id.ts'
import { writeJson } from '#nodes/types/data/write-json.ts'
import { busy } from '#test/support/busy.ts'

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

it('a join is bounded by what its rows amount to when they are written', async () => {
  const big = Array.from({ length: 5_000 }, (_, at) => `value ${at}`)
  const list = (length: number) => Array.from({ length }, (_, id) => ({ id, big }))
  const settings = { left_key: 'id', right_key: 'id', right_as: 'right' }
  const lists = (length: number) => ({ ...settings, left: list(length), right: list(length) })
  await expect(tryNode(joinLists, lists(1_000))).rejects.toMatchObject({
    code: 'too_many_rows',
    message: 'The rows of a join can have at most 64 million characters in total',
  })
  expect(await tryNode(joinLists, lists(10))).toMatchObject({ output: { length: 10 } })
})

it.each([
  ['write_json, short', { style: 'short' }, writeJson],
  ['write_json, sorted', { style: 'sorted' }, writeJson],
  ['write_json, indented', { style: 'indented' }, writeJson],
  ['hash_text', {}, hashText],
  ['make_id', { from: '{{ $input }}' }, makeId],
  ['make_csv', {}, makeCsv],
])('a value that mentions a large one very often is refused before it is written: %s', async (_what, config, step) => {
  const big = Array.from({ length: 1_000 }, (_, at) => `value ${at}`.padEnd(100))
  const input: Json = Array.from({ length: 1_000 }, (_, id) => ({ id, big }))
  const settings = 'from' in config ? { from: input } : config
  await expect((async () => tryNode(step, settings, { input }))()).rejects.toMatchObject({ code: 'values_too_large' })
})

it('a deep value is refused before its indentation fills the memory', async () => {
  const input = Array.from({ length: 250 }, () => JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`))
  await expect((async () => tryNode(writeJson, {}, { input }))()).resolves.toMatchObject({ type: 'output' })
  const indented = (async () => tryNode(writeJson, { style: 'indented' }, { input }))()
  await expect(indented).rejects.toMatchObject({ code: 'values_too_large' })
})
