/** What was chosen by hand for an action, applied to what the document says. */
import type { Action, HttpCall, HttpPart } from '#connectors/connector.ts'
import { isIdempotent } from '#connectors/openapi/effects.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isObject, objectOrEmpty } from '#shared/json.ts'
import type { ActionChoice, AppChoice, FieldChoice } from './choices.ts'
import { applyForm, type Formed, marksOf } from './forms.ts'

interface Shape {
  properties: JsonObject
  required: string[]
  parts: HttpPart[]
  call: HttpCall
}

/** @returns the action, and the lists that its fields are chosen from */
export function applyChoice(
  action: Action,
  choice: ActionChoice,
  app: AppChoice,
): { action: Action; choose: Formed['choose'] } {
  if (action.call.type !== 'http') throw new Error('Only requests are in the catalogue')
  const shape: Shape = {
    properties: { ...objectOrEmpty(action.input.properties) },
    required: Array.isArray(action.input.required) ? action.input.required.map(String) : [],
    parts: [...action.call.parts],
    call: { ...action.call },
  }
  for (const [name, value] of Object.entries({ ...app.set, ...choice.set }))
    setValue(shape, name, value, name in (choice.set ?? {}))
  if (choice.mail !== undefined) askForMail(shape, choice.mail)
  placeBody(shape, choice)
  const left = new Set([...(choice.drop ?? []), ...(app.leave_out ?? [])])
  if (choice.keep)
    for (const key of Object.keys(shape.properties))
      if (!choice.keep.includes(key) && !shape.required.includes(key)) left.add(key)
  for (const key of left) remove(shape, key)
  for (const [key, field] of Object.entries(choice.fields ?? {}))
    change(shape, key, typeof field === 'string' ? { description: field } : field)
  if (choice.required) shape.required = [...new Set([...shape.required, ...choice.required])]
  const form = choice.plain
  const formed = applyForm(shape, form, app.forms?.common ?? {}, choice.instead)
  const effect = choice.effect ?? action.effect
  const made: Action = {
    ...action,
    title: choice.title,
    description: choice.description ?? action.description,
    group: choice.group ?? action.group,
    effect,
    idempotent: choice.idempotent ?? (app.knows_keys === true || isIdempotent(shape.call.method, effect)),
    sample: choice.sample ?? action.sample,
    docs_url: choice.docs_url ?? action.docs_url,
    input: { ...inputOf(action.input, shape, choice, form && formed.main), ...marksOf(form, formed) },
    call: callOf(shape, choice, app),
  }
  return { action: made, choose: formed.choose }
}

function inputOf(
  input: JsonObject,
  { properties, required }: Shape,
  choice: ActionChoice,
  main: readonly string[] = [],
): JsonObject {
  const order = [...new Set([...main, ...(choice.keep ?? []), ...required, ...Object.keys(properties)])]
  const missing = [...required, ...(choice.keep ?? [])].find((key) => !Object.hasOwn(properties, key))
  if (missing !== undefined)
    throw new Error(`${choice.title}: there is no field ${missing}; there are ${Object.keys(properties).join(', ')}`)
  const { required: _, ...rest } = input
  return {
    ...rest,
    properties: Object.fromEntries(order.map((key) => [key, properties[key] ?? {}])),
    ...(required.length > 0 ? { required } : {}),
  }
}

function callOf({ call, parts }: Shape, choice: ActionChoice, app: AppChoice): HttpCall {
  const { pagination, ...rest } = call
  const chosen = choice.pagination === undefined ? pagination : choice.pagination
  const headers = { ...app.headers, ...call.headers }
  const slashes = new Set(choice.slashes)
  return {
    ...rest,
    path: rest.path.replace(/#[a-z_]+$/, ''),
    parts: parts.map((part) => (slashes.has(part.name) ? { ...part, reserved: true } : part)),
    ...(choice.base_url === undefined ? {} : { base_url: choice.base_url }),
    ...(choice.answer === undefined ? {} : { answer: choice.answer }),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    ...(chosen ? { pagination: chosen } : {}),
    ...(app.refusal ? { refusal: app.refusal } : {}),
  }
}

/** What is sent besides, and where the fields go. */
function placeBody(shape: Shape, { graphql, fixed, json = [], whole }: ActionChoice): void {
  const { body } = shape.call
  // What has no fields has no body of its own.
  const empty = { type: 'json', media_type: 'application/json' } as const
  if (graphql !== undefined) {
    shape.call.body = { ...(body ?? empty), fixed: { query: graphql }, under: 'variables' }
  } else if (fixed) shape.call.body = { ...(body ?? empty), fixed }
  shape.parts = shape.parts.map((part) => (json.includes(part.key) ? { ...part, json: true } : part))
  const [key] = /^\w+(?=:)/.exec(whole ?? '') ?? []
  if (key !== undefined && body?.whole !== undefined) change(shape, body.whole, { key })
}

/** `asha@example.com` or `Asha <asha@example.com>`. */
const ADDRESS: JsonObject = { type: 'string', pattern: '^(?:[^<>@,]*<)?[^\\s<>@,;]+@[^\\s<>@,;]+>?$' }

const MAIL: readonly (readonly [NonNullable<HttpPart['mail']>, JsonObject])[] = [
  [
    'to',
    {
      type: 'array',
      items: ADDRESS,
      minItems: 1,
      title: 'To',
      description: 'Email addresses, such as asha@example.com or Asha <asha@example.com>.',
    },
  ],
  ['subject', { type: 'string', title: 'Subject' }],
  ['text', { type: 'string', title: 'Text', description: 'The message as plain text.' }],
  ['html', { type: 'string', title: 'HTML', description: 'The message as HTML, for those who can read it.' }],
  ['cc', { type: 'array', items: ADDRESS, title: 'Cc' }],
  ['bcc', { type: 'array', items: ADDRESS, title: 'Bcc' }],
  ['reply_to', { ...ADDRESS, title: 'Reply to' }],
]

/** Recipients, subject and text in place of a field that takes the whole email. */
function askForMail(shape: Shape, field: string): void {
  for (const part of shape.parts.filter((one) => one.in === 'body'))
    if (part.name !== 'threadId') remove(shape, part.key)
  for (const [name, schema] of MAIL) {
    shape.properties[name] = schema
    shape.parts.push({ key: name, in: 'body', name, mail: name })
  }
  shape.required.push('to', 'subject')
  if (shape.call.body) shape.call.body = { ...shape.call.body, mail: field }
}

const partOf = ({ parts }: Shape, key: string): HttpPart | undefined => parts.find((part) => part.key === key)

function remove(shape: Shape, key: string): void {
  const part = partOf(shape, key)
  if (part?.in === 'path') throw new Error(`${key} is part of the path: set it`)
  delete shape.properties[key]
  shape.required = shape.required.filter((one) => one !== key)
  shape.parts = shape.parts.filter((one) => one.key !== key)
}

/** Puts a value in its place for good. */
function setValue(shape: Shape, name: string, value: string, isNeeded: boolean): void {
  const part = partOf(shape, name)
  if (!part) {
    if (isNeeded) throw new Error(`There is no field ${name} to set`)
    return
  }
  const { call } = shape
  const text = encodeURIComponent(value)
  if (part.in === 'path') call.path = call.path.replace(`{${part.name}}`, text)
  else if (part.in === 'query')
    call.path += `${call.path.includes('?') ? '&' : '?'}${encodeURIComponent(part.name)}=${text}`
  else if (part.in === 'header') call.headers = { ...call.headers, [part.name]: value }
  else throw new Error(`${name} is in the body: give it a default`)
  delete shape.properties[name]
  shape.required = shape.required.filter((one) => one !== name)
  shape.parts = shape.parts.filter((one) => one !== part)
}

function change(
  shape: Shape,
  key: string,
  { title, description, default: byDefault, schema, key: newKey }: FieldChoice,
): void {
  const known = shape.properties[key]
  if (known === undefined)
    throw new Error(`There is no field ${key}; there are ${Object.keys(shape.properties).join(', ')}`)
  const changed: JsonObject = {
    ...(schema ?? (isObject(known) ? known : {})),
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault as Json }),
  }
  const entries = Object.entries(shape.properties).map(([one, value]): [string, Json] =>
    one === key ? [newKey ?? key, changed] : [one, value],
  )
  shape.properties = Object.fromEntries(entries)
  if (newKey === undefined) return
  shape.required = shape.required.map((one) => (one === key ? newKey : one))
  shape.parts = shape.parts.map((part) => (part.key === key ? { ...part, key: newKey } : part))
  if (shape.call.body?.whole === key) shape.call.body = { ...shape.call.body, whole: newKey }
}
