/** What turns a value into the kind a field takes. Pure. */

import type { Json } from '#contract/core/primitives.ts'
import type { Control } from '#web/canvas/model/fields/field-model.ts'
import { t } from '#web/lib/language.ts'
import { typeName } from './data-path.ts'

export interface Converter {
  /** What does not fit, in words. */
  said: string
  label: string
  /** An expression without braces, turned. */
  wrap: (source: string) => string
}

/** What a control takes, as `$type` names it; null where anything goes. */
function expected(control: Control): 'string' | 'number' | 'boolean' | 'array' | null {
  switch (control.kind) {
    case 'text':
    case 'choice':
    case 'time_zone':
    case 'cron':
      return 'string'
    case 'number':
      return 'number'
    case 'switch':
      return 'boolean'
    case 'list':
      return control.bare ? null : 'array'
    case 'choices':
      return 'array'
    case 'value':
      return control.kinds.length === 1 && control.kinds[0] !== 'json'
        ? ({ text: 'string', number: 'number', switch: 'boolean' } as const)[control.kinds[0] ?? 'text']
        : null
    default:
      return null
  }
}

export const WORDS = { string: 'a text', number: 'a number', boolean: 'yes or no', array: 'a list' } as const

/** A converter where a field gets what it does not take; null where it fits, or where nothing turns it. */
export function converterFor(control: Control, value: Json | undefined): Converter | null {
  const wanted = expected(control)
  if (wanted === null || value === undefined || value === null) return null
  const given = Array.isArray(value) ? 'array' : typeof value
  if (given === wanted) return null
  const said = t('This field takes {wanted}; this gives {given}.', {
    wanted: t(WORDS[wanted]),
    given: typeName(value),
  })
  switch (wanted) {
    case 'string':
      return given === 'array'
        ? { said, label: t('Join with commas'), wrap: (source) => `$join(${source}.$string(), ", ")` }
        : { said, label: t('Write as text'), wrap: (source) => `$string(${source})` }
    case 'number':
      if (given === 'array') return { said, label: t('Count the items'), wrap: (source) => `$count(${source})` }
      return given === 'object' || Number.isNaN(Number(value))
        ? null
        : { said, label: t('Read as number'), wrap: (source) => `$number(${source})` }
    case 'boolean':
      return { said, label: t('Read as yes or no'), wrap: (source) => `$boolean(${source})` }
    case 'array':
      return { said, label: t('Make a list'), wrap: (source) => `[${source}]` }
  }
}

/** The source of a text that is one expression and nothing else. */
export function onlySource(text: string): string | null {
  const bare = text.trim()
  if (!bare.startsWith('{{') || !bare.endsWith('}}')) return null
  const inside = bare.slice(2, -2)
  return inside.includes('{{') || inside.includes('}}') ? null : inside.trim()
}
