/** Conflicts in words. */
import type { Conflict } from './conflicts.ts'

const FIELDS: Record<string, string> = {
  config: 'the settings',
  title: 'the title',
  description: 'the description',
  disabled: 'whether it’s enabled',
  retry: 'the retries',
  timeout_ms: 'the time limit',
  on_error: 'the error handling',
  id: 'the id',
  text: 'the text',
  color: 'the colour',
}

/** `body.headers` as people read it; `title` is what the form calls the setting, where that is known. */
export const fieldName = (
  { place, path }: Extract<Conflict, { type: 'field' }>,
  title: string | null = null,
): string => (path.length > 0 ? `“${title ?? path.join(' › ')}”` : (FIELDS[place.field] ?? place.field))

const of = (title: string) => (title === '' ? '' : ` of “${title}”`)
const named = (title: string) => (title === '' ? 'something' : `“${title}”`)

/** Another person's edit that conflicts with one of my pending intents. */
export function inWords(conflict: Conflict, who: string): string {
  switch (conflict.type) {
    case 'field':
      return `${who} has since changed ${fieldName(conflict)}${of(conflict.title)}.`
    case 'lost':
      return `${who} has since deleted ${named(conflict.title)}.`
    case 'kept':
      return `${who} has since changed ${named(conflict.title)}.`
    case 'refused':
      return conflict.reason
  }
}
