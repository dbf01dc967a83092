/** The details of an entry as pairs of before and after. */
import type { AuditChange } from '#contract/admin/audit.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'

const MOST_CHARACTERS = 2000

function textOf(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === '') return null
  const text =
    Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number')
      ? value.join(', ')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value)
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPair = (value: JsonObject): boolean =>
  Object.keys(value).length > 0 && Object.keys(value).every((key) => key === 'from' || key === 'to')

const pair = (name: string | null, { from, to }: JsonObject): AuditChange => ({
  name,
  before: textOf(from),
  after: textOf(to),
})

/** `from` and `to` of the entry itself come first, then each other value by its name. */
export function changesOf({ from, to, ...rest }: JsonObject): AuditChange[] {
  const changes: AuditChange[] =
    from === undefined && to === undefined ? [] : [pair(null, { from: from ?? null, to: to ?? null })]
  for (const [name, value] of Object.entries(rest)) {
    if (isObject(value) && isPair(value)) changes.push(pair(name, value))
    else if (isObject(value))
      for (const [inner, one] of Object.entries(value))
        changes.push({ name: `${name}.${inner}`, before: null, after: textOf(one) })
    else changes.push({ name, before: null, after: textOf(value) })
  }
  return changes.filter(({ before, after }) => before !== null || after !== null)
}
