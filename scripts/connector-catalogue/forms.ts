/** The plain form of an action: fields in the order people fill them in, each with a place in the request. */
import { z } from 'zod'
import type { ChoiceList, HttpPart } from '#connectors/connector.ts'
import { decidingKeys } from '#connectors/request/choices.ts'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, listOrEmpty } from '#shared/json.ts'
import { readType } from './by-hand.ts'

/** `*` at the end of a key: it is needed. */
const FormField = z.strictObject({
  title: z.string().min(1).max(60).optional(),
  help: z.string().max(220).optional(),
  example: z.union([z.string(), z.number()]).optional(),
  default: Json.optional(),
  /** A type as in `body`; `text` where absent. */
  type: z.string().optional(),
  /** In place of `type`. */
  schema: JsonObject.optional(),
  /** What people read for each value. */
  labels: z.record(z.string(), z.string()).optional(),
  /** Whether it has several lines; its key decides where absent. */
  lines: z.boolean().optional(),
  /** Where it goes in the body, such as `message.toRecipients[].emailAddress.address`: `[]` repeats, `[0]` is the first. */
  at: z.string().optional(),
  /** The same with fixed values around it: a template as `place` of a part. */
  around: JsonObject.optional(),
  /** One condition of the search that the field `into` takes, with `{value}`. */
  term: z.string().optional(),
  into: z.string().optional(),
  join: z.string().optional(),
  as: z.enum(['seconds', 'milliseconds', 'utc']).optional(),
  /** A regular expression that finds the id in an address, or a name of `LINKS`. */
  link: z.string().optional(),
  /** Never sent: others are chosen from what is in it. */
  aid: z.literal(true).optional(),
  /** A list of `lists`. */
  choose: z.string().optional(),
  /** Under “More settings”. */
  more: z.literal(true).optional(),
  /** Accepted, and shown only where it is filled in. */
  hide: z.literal(true).optional(),
})
type FormField = z.output<typeof FormField>

export const Form = z.record(z.string(), z.union([z.string(), FormField]))
export type Form = z.output<typeof Form>

const ListSource = z.strictObject({
  action: z.string(),
  input: JsonObject.default({}),
  items: z.string(),
  inner: z.string().optional(),
  value: z.string().default('/id'),
  label: z.union([z.string(), z.array(z.string())]).default('/name'),
  only: z.strictObject({ at: z.string(), is: z.array(Json).optional() }).optional(),
  search: z
    .union([
      z.string(),
      z.strictObject({ key: z.string(), text: z.string().optional(), action: z.string().optional() }),
    ])
    .optional(),
})

const Instead = z.union([z.string(), z.array(z.string())])

/** `choices/forms/*.yaml`: by the id of an app. */
export const AppForms = z.strictObject({
  /** Titles, help and choices of fields in any action, by their keys. */
  common: Form.default({}),
  /** What an account has, by names that fields `choose`. */
  lists: z.record(z.string(), ListSource).default({}),
  /** By the id of an action. */
  actions: z
    .record(
      z.string(),
      z.strictObject({
        title: z.string().optional(),
        description: z.string().max(400).optional(),
        verbs: z.array(z.string()).optional(),
        /** In the order people fill it in; every other field is under “More settings”. */
        form: Form,
        /** The fields that the needed ones stand for: what was filled in before is still taken. */
        instead: Instead.optional(),
        fixed: JsonObject.optional(),
      }),
    )
    .default({}),
  /** Further actions, in front of the others: `METHOD /path#name`. */
  add: z.record(z.string(), z.looseObject({ title: z.string(), form: Form.optional() })).default({}),
})
export type AppForms = z.output<typeof AppForms>

interface Shape {
  properties: JsonObject
  required: string[]
  parts: HttpPart[]
}

/** `message.toRecipients[].emailAddress.address` → a template. */
export function templateAt(path: string): JsonObject {
  const steps = path.split('.').flatMap((step) => step.split(/(?=\[)/))
  const build = ([step, ...rest]: string[]): Json => {
    if (step === undefined) return '{value}'
    if (step === '[]') return ['{each}', build(rest)]
    if (step === '[0]') return [build(rest)]
    return { [step]: build(rest) }
  }
  const template = build(steps)
  if (!isObject(template) || /[[\]]/.test(steps.filter((one) => !/^\[0?\]$/.test(one)).join('')))
    throw new Error(`“${path}” isn’t a place in a body`)
  return template
}

/** @throws Error where a value that was taken so far has no label: it would be refused */
function checkLabels(labels: Record<string, string>, known: Json | undefined): void {
  const values = isObject(known) ? listOrEmpty(known.enum).filter((one) => one !== null) : []
  const left = values.filter((one) => !Object.hasOwn(labels, String(one)))
  if (left.length > 0) throw new Error(`There are no labels for ${left.join(', ')}`)
}

function schemaOf(
  { title, help, example, type, schema, labels, lines, as, ...field }: FormField,
  known: Json | undefined,
): JsonObject {
  if (labels) checkLabels(labels, known)
  const base: JsonObject =
    schema ??
    (type === undefined && isObject(known)
      ? known
      : { ...readType(as && type === undefined ? 'datetime' : (type ?? 'text')) })
  return {
    ...base,
    ...(labels && { enum: Object.keys(labels).map((key) => valueIn(base, key)), 'x-labels': Object.values(labels) }),
    ...(title !== undefined && { title }),
    ...(help !== undefined && { description: help }),
    ...(example !== undefined && { examples: [example] }),
    ...(field.default !== undefined && { default: field.default }),
    ...(lines !== undefined && { 'x-lines': lines }),
    ...(field.hide && { 'x-hidden': true }),
  }
}

/** Numbers where the field has numbers. */
const valueIn = ({ type }: JsonObject, key: string): Json =>
  type === 'integer' || type === 'number' ? Number(key) : type === 'boolean' ? key === 'true' : key

/** The part of a new field. Null where it only describes one that is there. */
function partOf(key: string, { at, around, term, into, join = ' ', as, link }: FormField): HttpPart | null {
  const more = { ...(as && { as }), ...(link !== undefined && { within: link }) }
  if (term !== undefined) {
    if (into === undefined) throw new Error(`${key}: say which field takes the condition`)
    return { key, in: 'query', name: into, term: { text: term, join }, ...more }
  }
  const place = around ?? (at === undefined ? undefined : templateAt(at))
  return place ? { key, in: 'body', name: key, place, ...more } : null
}

/** What is in addresses that people copy from their browser. */
const LINKS: Record<string, string> = {
  google_file: '/(?:d|folders)/([A-Za-z0-9_-]{10,})',
  notion: '([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#]|$)',
  airtable_base: '/(app[A-Za-z0-9]{10,})',
  airtable_table: '/(tbl[A-Za-z0-9]{10,})',
  hubspot_record: '/(?:record/[0-9]-[0-9]+|contact|company|deal|ticket)/([0-9]+)',
  airtable_record: '/(rec[A-Za-z0-9]{10,})',
}

const asField = (given: string | FormField): FormField => {
  if (typeof given !== 'string') return given
  const [, type = '', help = ''] = /^([a-z_|]+): ?(.*)$/s.exec(given) ?? []
  return type === '' ? { help: given } : { type, ...(help !== '' && { help }) }
}

export interface Formed {
  main: string[]
  /** The needed fields that stand for a place in another one, by their keys. */
  needed: Record<string, string>
  /** The names of lists, by the keys of the fields. */
  choose: Record<string, string>
}

/**
 * Puts the fields of the form into the shape of an action.
 * @param common for fields of any action, by their keys
 * @param instead the fields that the needed ones stand for
 */
export function applyForm(
  shape: Shape,
  form: Form | undefined,
  common: Form,
  instead: string | string[] | undefined,
): Formed {
  const replaced = [instead ?? []].flat()
  const formed: Formed = { main: [], needed: {}, choose: {} }
  const plain = new Map(Object.entries(form ?? {}).map(([key, field]) => [key.replace(/\*$/, ''), asField(field)]))
  for (const [key, given] of Object.entries(common)) {
    const field = asField(given)
    if (!Object.hasOwn(shape.properties, key)) continue
    plain.set(key, { ...field, ...plain.get(key), ...(!plain.has(key) && { more: true }) })
  }
  for (const [key, field] of plain) {
    const link = field.link === undefined ? undefined : (LINKS[field.link] ?? field.link)
    if (link !== undefined) new RegExp(link)
    const known = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined
    const part = partOf(key, { ...field, ...(link !== undefined && { link }) })
    if (part && known !== undefined) throw new Error(`${key} is a field already: it can’t get a place`)
    if (!part && known === undefined && !field.aid)
      throw new Error(
        `There is no field ${key}: give it a place; there are ${Object.keys(shape.properties).join(', ')}`,
      )
    if (part) shape.parts.push(part)
    else if (link !== undefined || field.as)
      shape.parts = shape.parts.map((one) =>
        one.key === key
          ? { ...one, ...(link !== undefined && { within: link }), ...(field.as && { as: field.as }) }
          : one,
      )
    shape.properties[key] = schemaOf(field, known)
    if (field.choose !== undefined) formed.choose[key] = field.choose
    const isNeeded = form !== undefined && Object.hasOwn(form, `${key}*`)
    const top = Object.keys(part?.place ?? {})[0] ?? ''
    const other = replaced.includes(top) ? top : replaced[0]
    if (isNeeded && other !== undefined && part) formed.needed[key] = other
    else if (isNeeded) shape.required.push(key)
    if (!field.more && !field.hide) formed.main.push(key)
  }
  shape.required = [...new Set(shape.required)].filter((key) => !replaced.includes(key))
  const absent = replaced.find((key) => !Object.hasOwn(shape.properties, key))
  if (absent !== undefined) throw new Error(`There is no field ${absent} that the form stands for`)
  return formed
}

/** The marks of the form in the schema of an input. */
export const marksOf = (form: Form | undefined, { main, needed }: Formed): JsonObject => ({
  ...(form && main.length > 0 && { 'x-main': main }),
  ...(Object.keys(needed).length > 0 && { 'x-needed': needed }),
})

function searchOf(search: NonNullable<AppForms['lists'][string]['search']>): NonNullable<ChoiceList['search']> {
  if (typeof search === 'string') return { key: search }
  const { key, text, action } = search
  return { key, ...(text !== undefined && { text }), ...(action !== undefined && { action }) }
}

export function choiceLists(choose: Record<string, string>, lists: AppForms['lists']): Record<string, ChoiceList> {
  return Object.fromEntries(
    Object.entries(choose).map(([key, name]) => {
      const found = lists[name]
      if (!found) throw new Error(`There is no list ${name}`)
      const { search, inner, only, ...rest } = found
      const list: ChoiceList = {
        ...rest,
        ...(inner !== undefined && { inner }),
        ...(only && { only: only.is ? { at: only.at, is: only.is } : { at: only.at } }),
        ...(search !== undefined && { search: searchOf(search) }),
      }
      return [key, list]
    }),
  )
}

/** Tells the form what it may ask the app for. */
export function markChoices(properties: JsonObject, choices: Record<string, ChoiceList>): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => {
      const list = choices[key]
      if (!list || !isObject(schema)) return [key, schema]
      const asks = { depends_on: decidingKeys(list), ...(list.search && { search: true }) }
      return [key, { ...schema, 'x-options': asks }]
    }),
  )
}

/** @throws Error for a list whose action isn't there, changes something, or lacks an input */
export function checkLists(
  choices: Record<string, ChoiceList>,
  actions: readonly { id: string; effect: string; input: JsonObject }[],
  owner: { id: string; input: JsonObject },
): void {
  const check = (id: string, sent: readonly string[]): void => {
    const action = actions.find((one) => one.id === id)
    if (action?.effect !== 'read') throw new Error(`${owner.id}: ${id} is no action that reads`)
    const known = new Set(Object.keys((action.input.properties ?? {}) as JsonObject))
    const unknown = sent.find((one) => !known.has(one))
    if (unknown !== undefined) throw new Error(`${id} has no field ${unknown}; it has ${[...known].join(', ')}`)
    const missing = listOrEmpty(action.input.required).find((one) => !sent.includes(String(one)))
    if (missing !== undefined) throw new Error(`${owner.id}: ${id} needs ${missing}`)
  }
  for (const [key, list] of Object.entries(choices)) {
    const sought = list.search ? [list.search.key] : []
    const elsewhere = list.search?.action
    check(list.action, [...Object.keys(list.input), ...(elsewhere === undefined ? sought : [])])
    if (elsewhere !== undefined) check(elsewhere, sought)
    const own = (owner.input.properties ?? {}) as JsonObject
    const absent = decidingKeys(list).find((one) => !Object.hasOwn(own, one))
    if (absent !== undefined) throw new Error(`${owner.id}: ${key} depends on ${absent}, which isn’t there`)
  }
}
