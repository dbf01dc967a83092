/**
 * Says what is wrong with a value in words for people, where a schema has none of its own: for the `error` of zod's `safeParse`, so that
 * nobody is shown what zod writes itself.
 */
import type { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'empty',
}

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  url: 'a URL',
  uuid: 'an id (UUID)',
  guid: 'an id (UUID)',
  datetime: 'a time such as 2026-01-31T09:30:00.000Z',
  date: 'a date such as 2026-01-31',
}

const MOST_OPTIONS = 10

type Issue = z.core.$ZodRawIssue

function sizeText(side: 'least' | 'most', origin: string, bound: number | bigint, inclusive: boolean): string {
  if (origin === 'string' || origin === 'array' || origin === 'set') {
    const unit = origin === 'string' ? 'character' : 'item'
    return `Must have at ${side} ${bound} ${unit}${Number(bound) === 1 ? '' : 's'}`
  }
  if (inclusive) return `Must be at ${side} ${bound}`
  return side === 'least' ? `Must be greater than ${bound}` : `Must be less than ${bound}`
}

function optionsText(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_OPTIONS).map((value) => JSON.stringify(value))
  const rest = values.length > MOST_OPTIONS ? ', …' : ''
  return values.length === 1 ? `Must be ${shown[0]}` : `Must be one of ${shown.join(', ')}${rest}`
}

export function issueText(issue: Issue): string {
  if (issue.input === undefined && issue.code !== 'unrecognized_keys') return 'This is required'
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${TYPES[issue.expected] ?? 'another kind of value'}`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This is required'
      return sizeText('least', issue.origin, issue.minimum, issue.inclusive ?? true)
    case 'too_big':
      return sizeText('most', issue.origin, issue.maximum, issue.inclusive ?? true)
    case 'invalid_format': {
      const format = FORMATS[issue.format]
      return format === undefined ? 'Isn’t in the expected format' : `Must be ${format}`
    }
    case 'invalid_value':
      return optionsText(issue.values)
    case 'unrecognized_keys':
      return `“${issue.keys[0]}” isn’t a known field`
    default:
      return 'This isn’t valid'
  }
}

/** What schemas of any JSON say themselves, whichever value they are given. */
const GENERIC = ['Expected JSON', 'Expected a JSON object']

/** The message of an issue that was found with `issueText`, for a person. @param value what the issue is about */
export const problemMessage = (message: string, value: unknown): string => {
  if (!GENERIC.includes(message)) return message
  return value === undefined ? 'This is required' : message.replace('Expected', 'Must be')
}

/** The value at a path, undefined when there is none. */
export function valueAt(config: Json, path: readonly PropertyKey[]): Json | undefined {
  let value: Json | undefined = config
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, Json>)[key]
  }
  return value
}
