import { expect, it } from 'vitest'
import { catalogue } from '#nodes/catalogue.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { createVersions } from './versions.ts'

const nothing = {} as Pool
const of = (count: number, text: string) => {
  const versions = createVersions(nothing, (type) => catalogue.get(type))
  const document = workflow(
    [node('start', 'manual_trigger'), node('set', 'set_fields', { fields: [{ name: 'a', value: text }] })],
    wires('start > set'),
  )
  for (let n = 0; n < count; n++) versions.put(`v${n}`, { id: 'w', author: null }, document)
  return Array.from({ length: count }, (_, n) => versions.peek(`v${n}`)).filter((one) => one !== undefined)
}

it('keeps few of the largest workflows at hand, so that running many versions of one does not fill the memory', () => {
  expect(of(40, 'x'.repeat(900_000)).length).toBeLessThan(12)
  expect(of(40, 'x')).toHaveLength(40)
})
