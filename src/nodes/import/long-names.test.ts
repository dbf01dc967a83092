/** Settings in which a long name stands above many values: what is looked for in them is told without copying the name each time. */
import { expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { tryNode } from '#nodes/trial.ts'
import { fillTemplate } from '#nodes/types/documents/fill-template.ts'
import { busy } from '#test/support/busy.ts'
import { ownedIds } from './owned-ids.ts'
import { findSecrets, withoutSecrets } from './secrets.ts'

const NAME = 'x'.repeat(100_000)
const many = (value: JsonObject): JsonObject =>
  Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, value]))
const size = (value: unknown) => JSON.stringify(value).length

it('secrets are found and taken out', () => {
  const config = { [NAME]: many({ token: 'abc', plain: 'abc' }) }
  const spent = busy()
  const found = findSecrets(config)
  expect([found.length, size(found) < 10_000_000]).toEqual([5_000, true])
  const clean = withoutSecrets<JsonObject>(config)
  expect(clean[NAME]).toEqual(many({ token: 'REMOVED_SECRET', plain: 'abc' }))
  expect(spent()).toBeLessThan(3000)
})

it('ids of things of the owner are found', () => {
  const credential = '0198f0c0-0000-7000-8000-000000000000'
  const node = { id: 'a', type: 'x', version: 1, title: 'a', position: { x: 0, y: 0 } }
  const nodes = [{ ...node, config: { [NAME]: many({ credential }) } }]
  const found = ownedIds({ schema_version: 1, nodes, edges: [], notes: [], groups: [] })
  expect([found.length, size(found) < 10_000_000]).toEqual([5_000, true])
})

it('a template is not filled with values under names that are too long together', async () => {
  const work = tryNode(fillTemplate, { values: { [NAME]: many({ a: 1 }) }, template: { file_id: 'x' } })
  await expect(work).rejects.toMatchObject({ code: 'values_too_long', field: 'values' })
})

it('beginnings of tokens, one after the other, are read once', () => {
  const spent = busy()
  expect(findSecrets({ text: '-eyJ'.repeat(220_000) })).toEqual([])
  expect(spent()).toBeLessThan(1500)
})
