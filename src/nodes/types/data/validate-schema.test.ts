import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { SERVER_CHECK, schemaProblems } from '#nodes/lib/data/json-schema.ts'
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

  it('reads addresses in linear time', async () => {
    const spent = busy()
    expect(await check({ format: 'url' }, `http://${'a'.repeat(32)}!` as never)).toMatchObject({ type: 'output' })
    expect(spent()).toBeLessThan(1000)
    const port = async (text: string) => ((await check({ format: 'url' }, text as never)) as { port: string }).port
    expect([await port('https://example.com/x?y=1'), await port('example.com'), await port('mailto:a@b.in')]).toEqual([
      'valid',
      'invalid',
      'invalid',
    ])
  })

  it('finds repeated items of long lists', async () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => index)
    expect(await check({ uniqueItems: true }, numbers as never)).toMatchObject({ port: 'valid' })
    expect(await check({ uniqueItems: true }, [...numbers, 7] as never)).toMatchObject({ port: 'invalid' })
  })

  it.each<[string, JsonObject, unknown]>([
    ['a pattern of many steps on a long text', { pattern: '^[ab]*a[ab]{900}c$' }, 'ab'.repeat(100_000)],
    ['a list of many items that may not repeat', { uniqueItems: true }, Array.from({ length: 40_000 }, (_, n) => [n])],
    [
      'many choices for many items',
      { items: { enum: Array.from({ length: 40_000 }, (_, n) => `x${n}`) } },
      Array.from({ length: 40_000 }, (_, n) => `y${n}`),
    ],
  ])('refuses %s before it takes long', async (_what, schema, value) => {
    const spent = busy()
    await expect(check(schema, value as never)).rejects.toMatchObject({ code: 'schema_too_expensive' })
    expect(spent()).toBeLessThan(3000)
  })

  it.each<[string, JsonObject, unknown]>([
    ['a pattern on a long text', { pattern: '(a|b|ab|aab|ba){1,9}[cd]$' }, 'ab'.repeat(195_000)],
    [
      'a pattern on very many texts',
      { items: { pattern: '(a|b|ab|aab|ba){1,9}[cd]$' } },
      Array(20_000).fill('abababab'),
    ],
    [
      'many choices of forms for many items',
      { items: { anyOf: Array.from({ length: 20 }, (_, at) => ({ const: at })) } },
      Array(9_000).fill('x'),
    ],
  ])('in the server’s own thread refuses %s before others wait for long', async (_what, schema, value) => {
    const spent = busy()
    await expect(schemaProblems(schema, value as never, SERVER_CHECK)).rejects.toMatchObject({
      code: 'schema_too_expensive',
    })
    expect(spent()).toBeLessThan(300)
  })

  it.each<[string, JsonObject, string]>([
    ['an endless reference', { $ref: '#' }, 'schema_too_expensive|bad_schema'],
    ['references that multiply', multiplying(), 'schema_too_expensive'],
    ['look-behind', { pattern: '(?<=a)b' }, 'bad_schema'],
    ['a broken pattern', { pattern: '(' }, 'bad_schema'],
    ['pattern properties', { patternProperties: { '(a+)+$': true } }, 'bad_schema'],
    ['an unknown reference', { $ref: '#/nowhere' }, 'bad_schema'],
  ])('refuses %s with a named error', async (_what, schema, codes) => {
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
