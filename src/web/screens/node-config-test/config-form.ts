/** A node type's settings as a form: the fields of its JSON Schema, what they hold at first, and the way back to settings. */
import type { JsonObject } from '#contract/primitives.ts'
import { type FormField, type FormShape, type FormValues, formShape, inputOf } from '#web/run/form-shape.ts'

const LONG = new Set(['textarea', 'code'])

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Settings of several lines get room for them. */
export function shapeOf(schema: JsonObject): FormShape {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const widened = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      isObject(property) && LONG.has(String(property.widget)) ? { ...property, format: 'textarea' } : property,
    ]),
  )
  return formShape({ ...schema, properties: widened })
}

/** Settings as the fields hold them; a field that is not set is empty. */
export function valuesOf({ fields }: FormShape, config: JsonObject): FormValues {
  const shown = ({ name, kind }: FormField) => {
    const value = config[name]
    if (kind === 'boolean') return value === true
    if (value === undefined || value === null) return ''
    return kind === 'json' || typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
  }
  return Object.fromEntries(fields.map((field) => [field.name, shown(field)]))
}

/** What a type has without being told. */
export function presetOf(schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) =>
      isObject(property) && property.default !== undefined ? [[name, property.default]] : [],
    ),
  )
}

export const configOf = ({ fields }: FormShape, values: FormValues): Promise<JsonObject> =>
  inputOf(fields, values, () => Promise.reject(new Error('Settings hold no files')))

/** Settings written as JSON; null when it is not an object of JSON. */
export function readJson(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
