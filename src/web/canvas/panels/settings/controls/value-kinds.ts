/** The kinds of value a field of any value takes. Pure. */
import type { Json } from '#contract/core/primitives.ts'
import type { ValueKind } from '#web/canvas/model/fields/field-model.ts'
import { shownText, takenJson, takenNumber } from '#web/canvas/model/fields/field-value.ts'

export const KIND_NAMES: Readonly<Record<ValueKind, string>> = {
  text: 'Text',
  number: 'Number',
  switch: 'Yes or no',
  json: 'JSON',
}

/** The same value as another type; a value that cannot be converted starts empty. */
export function asKind(value: Json | undefined, kind: ValueKind): Json | undefined {
  const text = shownText(value)
  if (kind === 'text') return text
  if (kind === 'switch') return text === 'true' || text === '1'
  if (kind === 'json') return takenJson(text)?.value ?? (text === '' ? {} : [text])
  const number = takenNumber(text)
  return typeof number === 'number' ? number : 0
}
