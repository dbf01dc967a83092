import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { evaluateHere } from '#graph/expressions/evaluate-here.ts'
import { defineNode, type NodeDefinition, output } from './node.ts'
import { settingsReader } from './settings-reader.ts'

const node = defineNode({
  type: 'trial',
  version: 2,
  title: 'Trial',
  category: 'data',
  icon: 'code',
  description: 'A node of a test.',
  kind: 'pure',
  config: z.strictObject({
    condition: Json,
    name: z.string().default('none'),
    rules: z.array(z.strictObject({ when: Json })).default([]),
  }),
  output: Json,
  sentence: () => '',
  migrate: ({ old, ...rest }) => ({ ...rest, condition: old ?? null }),
  run: () => output(null),
}) as unknown as NodeDefinition

const read = (config: Record<string, Json>, version = 2, input: Json = {}) =>
  settingsReader({ type: 'trial', version, config }, node)(() => ({ input }), evaluateHere)

describe('settings', () => {
  it('an expression that finds nothing takes the default, and is null where a value is needed', () => {
    const config = { condition: '{{ $input.a }}', name: '{{ $input.b }}', rules: [{ when: '{{ $input.c > 1 }}' }] }
    expect(read(config)).toEqual({ condition: null, name: 'none', rules: [{ when: null }] })
  })
  it('are refused when they mention a large value so often that writing them would fill the memory', async () => {
    const input = { big: 'x'.repeat(1_000_000) }
    // What takes long here is read elsewhere, and then refused later.
    const readSlowly = async (config: Record<string, Json>) => read(config, 2, input)
    const mentions = (times: number) => ({ condition: Array.from({ length: times }, () => '{{ $input.big }}') })
    await expect(readSlowly(mentions(130))).rejects.toMatchObject({ code: 'expression_too_large' })
    const inOne = { condition: `{{ [[${Array.from({ length: 130 }, () => '$input.big').join('], [')}]] }}` }
    await expect(readSlowly(inOne)).rejects.toMatchObject({ code: 'expression_too_large' })
    expect(await readSlowly(mentions(100))).toMatchObject({ condition: { length: 100 } })
  })
  it('a setting that is not written stays missing', () => {
    expect(() => read({ name: 'x' })).toThrow(expect.objectContaining({ code: 'config_invalid', field: 'condition' }))
    expect(() => read({ condition: '{{ $input.a }}', rules: [{}] })).toThrow(
      expect.objectContaining({ code: 'config_invalid', field: 'rules.0.when' }),
    )
  })
  it('of an older version are brought up to date; of a newer one they are refused with a named error', () => {
    expect(read({ old: '{{ $input.a }}' }, 1, { a: 1 })).toMatchObject({ condition: 1 })
    expect(() => read({ condition: 1 }, 3)).toThrow(expect.objectContaining({ code: 'unknown_version' }))
  })
})
