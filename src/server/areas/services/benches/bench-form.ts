/** One form for several agents: the fields of all by their names, and what each agent is given of what was filled in. Pure. */

import type { BenchField } from '#contract/agents/benches.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { listOrEmpty, objectOrEmpty } from '#shared/json.ts'

/** Field → the field whose value it takes. */
export type SameAs = Readonly<Record<string, string>>
type Kind = 'file' | 'text' | 'number' | 'boolean' | 'json'

const propertiesOf = (schema: JsonObject): JsonObject => objectOrEmpty(schema.properties)

function kindOf(value: Json | undefined): Kind {
  const schema = objectOrEmpty(value)
  if (schema.format === 'file' || 'file_id' in objectOrEmpty(schema.properties)) return 'file'
  if (schema.type === 'boolean') return 'boolean'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  return schema.type === 'string' ? 'text' : 'json'
}

const names = (schemas: readonly JsonObject[]): string[] => [
  ...new Set(schemas.flatMap((schema) => Object.keys(propertiesOf(schema)))),
]
const kindsOf = (schemas: readonly JsonObject[], name: string): Kind[] => [
  ...new Set(schemas.flatMap((schema) => (name in propertiesOf(schema) ? [kindOf(propertiesOf(schema)[name])] : []))),
]

/** Fields of one name that are a file for one agent and a text for another: they cannot be filled in together. */
export const findFieldClashes = (schemas: readonly JsonObject[]): string[] =>
  names(schemas).filter((name) => kindsOf(schemas, name).length > 1)

export const collectFields = (schemas: readonly JsonObject[]): BenchField[] =>
  names(schemas).map((name) => {
    const agents = schemas.flatMap((schema, at) => (name in propertiesOf(schema) ? [at] : []))
    const [kind] = kindsOf(schemas, name)
    const like = names(schemas).filter(
      (other) =>
        other !== name &&
        kindsOf(schemas, other)[0] === kind &&
        // Within one agent two fields mean two things.
        schemas.every((schema) => !(name in propertiesOf(schema) && other in propertiesOf(schema))),
    )
    return { name, agents, like }
  })

/** Those that still make sense: of the same kind, of different agents, and to a field that is filled in itself. */
export function keepUsableMapping(sameAs: SameAs, fields: readonly BenchField[]): Record<string, string> {
  const like = new Map(fields.map((field) => [field.name, field.like]))
  return Object.fromEntries(
    Object.entries(sameAs).filter(
      ([name, other]) => like.get(name)?.includes(other) === true && !Object.hasOwn(sameAs, other),
    ),
  )
}

/** The form that is filled in: without the fields that take what stands in another one. */
export function buildForm(schemas: readonly JsonObject[], sameAs: SameAs): JsonObject {
  const properties: JsonObject = {}
  const required = new Set<string>()
  const groups = new Map<string, Json>()
  const shown = (name: string) => sameAs[name] ?? name
  for (const schema of schemas) {
    for (const [name, property] of Object.entries(propertiesOf(schema)))
      if (shown(name) === name) properties[name] ??= property
    for (const name of listOrEmpty(schema.required)) if (typeof name === 'string') required.add(shown(name))
    for (const part of [schema, ...listOrEmpty(schema.allOf).map(objectOrEmpty)])
      if (part.anyOf !== undefined) {
        const anyOf = listOrEmpty(part.anyOf).map((choice) => ({
          required: listOrEmpty(objectOrEmpty(choice).required).map((name) =>
            typeof name === 'string' ? shown(name) : name,
          ),
        }))
        groups.set(JSON.stringify(anyOf), anyOf)
      }
  }
  return {
    type: 'object',
    properties,
    required: [...required],
    ...(groups.size > 0 && { allOf: [...groups.values()].map((anyOf) => ({ anyOf })) }),
  }
}

/** What one agent is given. One that names no fields takes everything. */
export function pickInput(schema: JsonObject, input: JsonObject, sameAs: SameAs): JsonObject {
  const asked = Object.keys(propertiesOf(schema))
  if (asked.length === 0) return input
  return Object.fromEntries(
    asked.flatMap((name): [string, Json][] => {
      const value = input[sameAs[name] ?? name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
