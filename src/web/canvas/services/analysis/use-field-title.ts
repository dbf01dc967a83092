import type { Json } from '#contract/core/primitives.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { titleAt } from '#web/canvas/model/fields/field-titles.ts'
import { useDescription } from './use-description.ts'

/**
 * What the form of a type of node calls a place in its settings.
 * @returns null for what it does not know, and until the form has been fetched
 */
export function useFieldTitle(
  type: string | null,
): (path: readonly (string | number)[], config: Json | undefined) => string | null {
  const description = useDescription(type ?? '')
  return (path, config) => (description ? titleAt(fieldsOf(description.config), path.join('.'), config) : null)
}
