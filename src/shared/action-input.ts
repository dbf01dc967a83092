/** What the schema of an action's input says beyond JSON Schema: values that need no asking, and fields that stand for a nested one. */
import { isObject, listOrEmpty, objectOrEmpty } from './json.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const own = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** The only value that a property can have, as the schema itself says it; undefined where there are several. */
function onlyValueOf(schema: Json | undefined): Json | undefined {
  if (!isObject(schema)) return undefined
  const values = schema.const === undefined ? listOrEmpty(schema.enum) : [schema.const]
  const [only] = values
  return values.length === 1 && only !== null && typeof only !== 'object' ? only : undefined
}

const requiredIn = (schema: JsonObject): string[] =>
  listOrEmpty(schema.required).filter((one): one is string => typeof one === 'string')

/** The required properties that can only have one value, by their names: nobody needs to enter them. */
export function onlyValuesOf(schema: JsonObject): ReadonlyMap<string, Json> {
  const properties = objectOrEmpty(schema.properties)
  return new Map(
    requiredIn(schema).flatMap((key) => {
      const only = onlyValueOf(own(properties, key))
      return only === undefined ? [] : [[key, only] as const]
    }),
  )
}

/**
 * The properties that are needed unless another one is given, by their names (`x-needed`). Plain fields such as `to` and `subject` stand
 * for places inside of an object such as `message`, which is accepted as well.
 */
export function neededUnless(schema: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(objectOrEmpty(schema['x-needed'])).flatMap(([key, other]) =>
      typeof other === 'string' ? [[key, other] as const] : [],
    ),
  )
}

const isFile = (schema: Json | undefined): boolean =>
  isObject(schema) && schema['x-file'] === true && schema.type === 'object'

/** The id of a file alone is enough: it becomes `{file_id}`. */
function asFile(schema: Json | undefined, value: Json): Json {
  if (isFile(schema)) return typeof value === 'string' ? { file_id: value } : value
  if (value === null || !isObject(schema) || !isFile(schema.items)) return value
  return (Array.isArray(value) ? value : [value]).map((one) => asFile(schema.items, one))
}

/** The input with the values that need no asking, and with files as the action takes them. */
export function completeInput(schema: JsonObject, input: JsonObject): JsonObject {
  const properties = objectOrEmpty(schema.properties)
  const given = Object.entries(input).map(([key, value]) => [key, asFile(own(properties, key), value)] as const)
  const missing = [...onlyValuesOf(schema)].filter(([key]) => own(input, key) === undefined)
  return Object.fromEntries([...missing, ...given])
}

/** The title of the first property that is needed and not given, with its name; null where nothing is missing. */
export function missingFrom(schema: JsonObject, input: JsonObject): { key: string; title: string } | null {
  const key = requiredIn(schemaFor(schema, input)).find((one) => own(input, one) === undefined)
  if (key === undefined) return null
  const { title } = objectOrEmpty(own(objectOrEmpty(schema.properties), key))
  return { key, title: typeof title === 'string' && title !== '' ? title : key }
}

/** The schema that this input has to fit: with the plain fields required where what they stand for isn't given. */
export function schemaFor(schema: JsonObject, input: JsonObject): JsonObject {
  const needed = [...neededUnless(schema)].filter(([, other]) => own(input, other) === undefined).map(([key]) => key)
  return needed.length === 0 ? schema : { ...schema, required: [...new Set([...requiredIn(schema), ...needed])] }
}

/** The schema without the properties that need no asking, for forms and models. */
export function withoutOnlyValues(schema: JsonObject): JsonObject {
  const only = onlyValuesOf(schema)
  if (only.size === 0) return schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(objectOrEmpty(schema.properties)).filter(([key]) => !only.has(key))),
    required: requiredIn(schema).filter((key) => !only.has(key)),
  }
}
