/**
 * One operation of n8n's node for an app as an action of an app of our catalogue, in one line:
 * `message/sendMessage send_message w chat_id!=chatId text -> result | Send a message`.
 *
 * After the resource and the operation: the action, its effect (`r`ead, `w`rite, `d`estructive), and its input. `key=a|b/c` takes the
 * first parameter that is present, `key` alone the parameter of that name; `!` says that the action needs it; `a.b` and `a.0.b` put it
 * into an object or a list; `key:"x"` is fixed, with `·` for a blank; `key=@how:a` makes it by a rule of `app-values.ts`; `*group(a,b)` takes these fields of
 * a group. `-> path` is the list in the answer whose items n8n returns one by one, `->> path` one that goes over several pages,
 * `=> shape` brings the answer into a form of `app-values.ts`, `=>> shape` that of several pages, too. Behind the bar is the title of the
 * action. `-` instead of an action: the app has none for it.
 */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { ActionEffect } from '#nodes/import/n8n/mapped.ts'
import type { StepReader } from '#nodes/import/n8n/step-reader.ts'
import { isObject } from '#shared/json.ts'
import { RULES } from './app-values.ts'

export interface AppCall {
  action: string
  title: string
  effect: ActionEffect
  parts: readonly string[]
  /** Path of the list in the answer; '' when the answer is the list; null when there is none. */
  list: string | null
  /** The action can join its pages. */
  pages: boolean
  shape: string | null
}

const EFFECTS: Record<string, ActionEffect> = { r: 'read', w: 'write', d: 'destructive' }

export function readAppCall(line: string): AppCall {
  const [call = '', title = ''] = line.split(' | ')
  const [, sent = '', sign, answer = ''] = /^(.*?)(?: (->>|->|=>>|=>) (\S+))?$/.exec(call.trim()) ?? []
  const [action = '', effect = '', ...parts] = sent.split(/\s+/)
  return {
    action,
    title: title.trim(),
    effect: EFFECTS[effect] ?? 'destructive',
    parts,
    list: sign === '->' || sign === '->>' ? (answer === '.' ? '' : answer) : null,
    pages: sign === '->>' || sign === '=>>',
    shape: sign === '=>' || sign === '=>>' ? answer : null,
  }
}

export interface AppPart {
  /** Where it goes in the input, as names and places in lists. */
  path: readonly string[]
  needed: boolean
  /** Set for what is the same every time. */
  fixed?: Json
  rule: string | null
  names: readonly string[]
}

/** `*group(a,b)` becomes one part for each field. */
export function partsOfCall({ parts }: AppCall): AppPart[] {
  return parts.flatMap((part): AppPart[] => {
    const group = /^\*([\w/]+)\(([\w,.]+)\)$/.exec(part)
    if (group) {
      const [, from = '', fields = ''] = group
      return fields
        .split(',')
        .map((field) => ({ path: [field], needed: false, rule: null, names: [`${from}/${field}`] }))
    }
    const [, key = '', needed, fixed, source] = /^([^!=:]+)(!?)(?::(.*)|=(.*))?$/.exec(part) ?? []
    const path = key.split('.')
    if (fixed !== undefined)
      return [{ path, needed: false, fixed: JSON.parse(fixed.replaceAll('·', ' ')) as Json, rule: null, names: [] }]
    const [, rule, names = ''] = /^(?:@(\w+):?)?(.*)$/.exec(source ?? key) ?? []
    return [{ path, needed: needed === '!', rule: rule ?? null, names: names === '' ? [] : names.split('|') }]
  })
}

/** The first parameter that is present and not empty. */
function firstOf(reader: StepReader, names: readonly string[]): { name: string; raw: Json } | null {
  for (const name of names) {
    const raw = reader.get(...name.split('/'))
    if (raw !== undefined && raw !== '' && raw !== null) return { name, raw }
  }
  return null
}

/** The input of the action. What the file leaves empty although the action needs it is said. */
export function inputOf(call: AppCall, reader: StepReader): JsonObject {
  const input: JsonObject = {}
  for (const { path, needed, fixed, rule, names } of partsOfCall(call)) {
    const found = firstOf(reader, names)
    const value =
      fixed !== undefined
        ? fixed
        : rule !== null
          ? RULES[rule]?.(reader, found?.raw, found?.name ?? path.join('.'))
          : found === null
            ? undefined
            : reader.value(found.raw, found.name)
    if (value !== undefined && value !== null && value !== '') put(input, path, value)
    else if (needed)
      reader.warn('setting', path.join('.'), `“${path.join(' ')}” is empty in the file and has to be filled in`)
  }
  return input
}

/** Puts a value under `a.b`; a number is a place in a list. */
function put(target: JsonObject, path: readonly string[], value: Json): void {
  let at: JsonObject | Json[] = target
  for (const [index, key] of path.entries()) {
    const last = index === path.length - 1
    const isPlace = /^\d+$/.test(path[index + 1] ?? '')
    const inner: Json | undefined = Array.isArray(at) ? at[Number(key)] : at[key]
    const next: Json = last ? value : isObject(inner) || Array.isArray(inner) ? inner : isPlace ? [] : {}
    if (Array.isArray(at)) at[Number(key)] = next
    else at[key] = next
    if (!last && (isObject(next) || Array.isArray(next))) at = next
  }
}
