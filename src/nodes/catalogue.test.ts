import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { compileConfig } from '#graph/expressions/expressions.ts'
import { aroundRaw, rawFields } from '#graph/values/raw-fields.ts'
import { catalogue } from './catalogue.ts'
import { describe as describeNode } from './describe.ts'
import { CATEGORIES } from './node.ts'

describe('the catalogue', () => {
  it('has one node per type, and at least 24', () => {
    expect(new Set(catalogue.all.map((node) => node.type)).size).toBe(catalogue.all.length)
    expect(catalogue.all.length).toBeGreaterThanOrEqual(24)
    expect(catalogue.get('nothing')).toBeUndefined()
    expect(catalogue.get('constructor')).toBeUndefined()
  })

  it.each(catalogue.all.map((node) => [node.type, node] as const))('describes %s', (type, node) => {
    const description = describeNode(node)
    expect(type).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
    expect(CATEGORIES).toContain(description.category)
    expect(description.icon).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(description.title).not.toBe('')
    expect(description.description).toMatch(/\.$/)
    expect(description.sentence).not.toBe('')
    expect(description.ports.map((port) => port.name)).not.toContain('error')
    expect(description.config).toMatchObject({ type: 'object' })
    expect(JSON.parse(JSON.stringify(description))).toEqual(description)
    // A form is made from it: every setting says what it is called.
    for (const [name, field] of Object.entries(description.config.properties as Record<string, { title?: Json }>)) {
      expect(field.title, `${type}.${name} needs .meta({title})`).toBeTypeOf('string')
    }
  })

  it.each(catalogue.all.map((node) => [node.type, node] as const))('reads the example of %s', (_type, node) => {
    expect(() => compileConfig(node.example ?? {}, { raw: rawFields(node.config) })).not.toThrow()
  })

  const around = catalogue.all.flatMap(({ type, config }) =>
    [...aroundRaw(rawFields(config))].map((path) => [type, path, rawFields(config)] as const),
  )
  it.each(around)('lets no expression choose what %s takes as it is: %s', (_type, path, raw) => {
    const written = path
      .split('.')
      .reduceRight<Json>((inner, key) => (key === '*' ? [inner] : { [key]: inner }), '{{ 1 }}')
    expect(() => compileConfig(written as JsonObject, { raw })).toThrow('can’t be an expression')
  })

  it('knows the lists around them', () => {
    expect(around.map(([type, path]) => `${type} ${path}`)).toEqual(
      expect.arrayContaining(['sort keys', 'sort keys.*', 'ai_agent tools', 'ai_agent tools.*', 'ai_route routes.*']),
    )
  })

  it('names the settings a node reads itself', () => {
    const raw = (type: string) => catalogue.get(type) && describeNode(catalogue.get(type) as never).raw_fields
    expect(raw('filter')).toEqual(['condition'])
    expect(raw('sort')).toEqual(['keys.*.by'])
    expect(raw('aggregate')).toEqual(['group_by.*.by', 'measures.*.value'])
    expect(raw('code')).toEqual(['source'])
    expect(raw('template')).toEqual([])
  })
})
