import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/primitives.ts'
import { tryNode } from '#nodes/trial.ts'
import { busy } from '#test/support/busy.ts'
import { validateSchema } from './validate-schema.ts'

const check = (schema: JsonObject, input: never) => tryNode(validateSchema, { schema }, { input })
const person = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', pattern: '^[A-Z]' }, tags: { type: 'array', items: { type: 'string' } } },
}

describe('validate schema', () => {
  it('lets through what fits and says what does not', async () => {
    expect(await check(person, { name: 'Bob' } as never)).toEqual({
      type: 'output',
      output: { name: 'Bob' },
      port: 'valid',
    })
    expect(await check(person, { name: 'bob', tags: ['a', 1] } as never)).toMatchObject({
      port: 'invalid',
      output: {
        value: { name: 'bob' },
        errors: [
          { path: 'name', message: 'Does not match the pattern ^[A-Z]' },
          { path: 'tags.1', message: expect.stringContaining('string') },
        ],
      },
    })
    expect(await check(person, {} as never)).toMatchObject({
      output: { errors: [{ path: '', message: expect.stringContaining('name') }] },
    })
  })

  it('runs patterns in linear time', async () => {
    const spent = busy()
    const result = await check({ pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}!` as never)
    expect(result).toMatchObject({ port: 'invalid' })
    expect(spent()).toBeLessThan(2000)
  })

  it.each<[string, JsonObject, string]>([
    ['an endless reference', { $ref: '#' }, 'schema_too_expensive|bad_schema'],
    ['references that multiply', multiplying(), 'schema_too_expensive'],
    ['look-behind', { pattern: '(?<=a)b' }, 'bad_schema'],
    ['a broken pattern', { pattern: '(' }, 'bad_schema'],
    ['pattern properties', { patternProperties: { '(a+)+$': true } }, 'bad_schema'],
    ['an unknown reference', { $ref: '#/nowhere' }, 'bad_schema'],
  ])('refuses %s by name', async (_what, schema, codes) => {
    await expect(check(schema, { a: 1 } as never)).rejects.toMatchObject({
      code: expect.stringMatching(codes),
      field: 'schema',
    })
  })

  it('leaves the schema as it is', async () => {
    const before = structuredClone(person)
    await check(person, { name: 'Bob' } as never)
    expect(person).toEqual(before)
  })
})

function multiplying(): JsonObject {
  const $defs: JsonObject = { d0: { type: 'object' } }
  for (let level = 1; level <= 40; level++) {
    $defs[`d${level}`] = { allOf: [{ $ref: `#/$defs/d${level - 1}` }, { $ref: `#/$defs/d${level - 1}` }] }
  }
  return { $defs, $ref: '#/$defs/d40' }
}
