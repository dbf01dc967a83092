/** A tool of an agent that runs an action of an app: what its settings become when the action or a fixed value is chosen. Pure. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { neededUnless, withoutOnlyValues } from '#shared/action-input.ts'
import { isObject, listOrEmpty, objectOrEmpty } from '#shared/json.ts'
import { plainHelp, resolvedIn } from './app-schema.ts'

const NAME_CHARS = 41
const PURPOSE_CHARS = 2000

/** Under these a schema has names of others, not keywords. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])
/** Values, in which nothing is a keyword. */
const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples', 'example', 'required'])

/** A schema without hints for forms (`x-…`), which say nothing to a model. */
function withoutHints(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutHints)
  if (!isObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !key.startsWith('x-'))
      .map(([key, inner]) => {
        if (VALUES.has(key)) return [key, inner]
        if (!MAPS.has(key) || !isObject(inner)) return [key, withoutHints(inner)]
        return [key, Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, withoutHints(one)]))]
      }),
  )
}

/** What the model provides: the input of the action without what is fixed. */
export function parametersOf(schema: JsonObject, fixed: JsonObject): JsonObject {
  const whole = withoutOnlyValues(resolvedIn(schema, schema))
  const needed = neededUnless(schema)
  // A model fills in the plain fields, not what they stand for.
  const replaced = new Set(needed.values())
  const left = (key: string) => !Object.hasOwn(fixed, key) && !replaced.has(key)
  const properties = Object.entries(objectOrEmpty(whole.properties)).filter(
    ([key, one]) => left(key) && objectOrEmpty(one).readOnly !== true && objectOrEmpty(one)['x-hidden'] !== true,
  )
  const offered = new Set(properties.map(([key]) => key))
  const isFixed = (key: string) => Object.hasOwn(fixed, needed.get(key) ?? '')
  const required = [...listOrEmpty(whole.required), ...[...needed.keys()].filter((key) => !isFixed(key))].filter(
    (key) => typeof key === 'string' && offered.has(key),
  )
  return withoutHints({
    ...whole,
    type: 'object',
    properties: Object.fromEntries(properties),
    required,
  }) as JsonObject
}

/** `Add a row` as `add_a_row`, unlike the names that are taken. */
export function toolName(title: string, taken: readonly string[]): string {
  const plain = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, NAME_CHARS - 3)
  const base = plain === '' ? 'app_action' : plain
  let name = base
  for (let count = 2; taken.includes(name); count++) name = `${base}_${count}`
  return name
}

interface Chosen {
  app: { id: string; name: string }
  action: { id: string; title: string; description: string; effect: string; input_schema: JsonObject }
  account: string | null
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

/**
 * The settings of a tool once its action is chosen. Name and purpose that a person wrote stay.
 * @param taken the names of the other tools
 * @param before what choosing the last action wrote into name and purpose
 */
export function toolWith(
  tool: JsonObject,
  { app, action, account }: Chosen,
  taken: readonly string[],
  before: { name: string; description: string } | null,
): JsonObject {
  const { credential: _, fixed: __, ...rest } = tool
  const own = (key: 'name' | 'description') => {
    const written = textOf(tool[key])
    return written !== '' && written !== before?.[key] ? written : null
  }
  return {
    ...rest,
    kind: 'app',
    name: own('name') ?? toolName(action.title, taken),
    description: own('description') ?? purposeOf(app.name, action),
    parameters: parametersOf(action.input_schema, {}),
    approved: false,
    integration: app.id,
    action: action.id,
    effect: action.effect,
    ...(account !== null && { credential: account }),
  }
}

const purposeOf = (app: string, { title, description }: Chosen['action']): string =>
  `${app}: ${title}. ${plainHelp(description)}`.trim().slice(0, PURPOSE_CHARS)

/** The settings with other fixed input: what is fixed is not asked of the model. */
export function withFixed(tool: JsonObject, fixed: JsonObject, schema: JsonObject): JsonObject {
  const { fixed: _, ...rest } = tool
  const isEmpty = Object.keys(fixed).length === 0
  return { ...rest, parameters: parametersOf(schema, fixed), ...(!isEmpty && { fixed }) }
}

/** What choosing an action writes, to tell it from what a person wrote. */
export const writtenFor = (
  app: string,
  action: Chosen['action'],
  taken: readonly string[],
): { name: string; description: string } => ({
  name: toolName(action.title, taken),
  description: purposeOf(app, action),
})
