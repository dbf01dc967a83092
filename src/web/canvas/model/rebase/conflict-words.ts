/** Conflicts in words. */
import { t } from '#web/lib/language.ts'
import type { Conflict } from './conflicts.ts'

export const FIELDS: Record<string, string> = {
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
): string => (path.length > 0 ? `“${title ?? path.join(' › ')}”` : t(FIELDS[place.field] ?? place.field))

const named = (title: string) => (title === '' ? t('something') : `“${title}”`)

/** Another person's edit that conflicts with one of my pending intents. */
export function inWords(conflict: Conflict, who: string): string {
  switch (conflict.type) {
    case 'field':
      return conflict.title === ''
        ? t('{who} has since changed {field}.', { who, field: fieldName(conflict) })
        : t('{who} has since changed {field} of “{title}”.', {
            who,
            field: fieldName(conflict),
            title: conflict.title,
          })
    case 'lost':
      return t('{who} has since deleted {thing}.', { who, thing: named(conflict.title) })
    case 'kept':
      return t('{who} has since changed {field}.', { who, field: named(conflict.title) })
    case 'refused':
      return conflict.reason
  }
}
