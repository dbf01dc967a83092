import { expect, it } from 'vitest'
import { z } from 'zod'
import { catalogue } from './catalogue.ts'
import { LIST_FIELDS } from './list-fields.ts'

it('counts as items only what a node declares as a list', () => {
  for (const [type, field] of Object.entries(LIST_FIELDS)) {
    const output = catalogue.get(type)?.output
    const schema = output && z.toJSONSchema(output, { unrepresentable: 'any' })
    expect(schema?.properties?.[field], `${type}.${field}`).toMatchObject({ type: 'array' })
  }
})
