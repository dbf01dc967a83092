import { useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { type Field, isClosed } from '#web/canvas/model/fields/field-model.ts'
import { isExpression, shownText, takenJson } from '#web/canvas/model/fields/field-value.ts'
import { type FieldViewProps, useSettingsForm } from './form-context.ts'

export interface FieldMode {
  expression: boolean
  /** Null where there is no other way to write the field. */
  turn: (() => void) | null
  /** It was turned to an expression just now: the cursor goes there. */
  turned: boolean
}

/** A value written as a text with expressions. */
export function asExpression(field: Field, value: Json | undefined): Json | undefined {
  if (value === undefined && field.preset === undefined) return undefined
  const given = value ?? field.preset
  return typeof given === 'string' ? given : `{{ ${JSON.stringify(given)} }}`
}

/** What an expression is without being evaluated: the text without braces, the literal inside of them. */
export function asFixed(field: Field, value: Json | undefined): Json | undefined {
  if (typeof value !== 'string' || !isExpression(field, value)) return value
  const literal = /^\s*\{\{([^{}]*)\}\}\s*$/.exec(value)?.[1]
  return literal === undefined ? undefined : takenJson(literal)?.value
}

/** Whether a field is written as an expression, and how that is turned. */
export function useFieldMode({ field, value, path, onChange }: FieldViewProps): FieldMode {
  const { id, otherModes, asked, noExpressions } = useSettingsForm()
  const isAsking = asked !== undefined && field.asks !== undefined
  const [chosen, setChosen] = useState<'fixed' | 'expression'>(
    !isAsking && (field.control.kind === 'value' || field.control.kind === 'file') && value === undefined
      ? 'expression'
      : 'fixed',
  )
  const [turned, setTurned] = useState(false)
  const written = isExpression(field, value)
  const [was, setWas] = useState(written)
  if (written !== was) {
    setWas(written)
    // Braces typed into a plain box open the editor of expressions, which stays while they are edited.
    if (written && chosen === 'fixed') setTurned(true)
    if (written) setChosen('expression')
  }
  if (noExpressions) return { expression: false, turn: null, turned: false }
  if (field.expression === 'per_item') return { expression: true, turn: null, turned: false }
  const isGroup = field.control.kind === 'object' || field.control.kind === 'variants'
  if (field.expression === 'none' || (isGroup && !field.fromApp))
    return { expression: false, turn: null, turned: false }
  // One that was written so before is shown, and can only be turned back.
  if (!written && isClosed(field)) return { expression: false, turn: null, turned: false }
  const expression = written || (chosen === 'expression' && (typeof value === 'string' || value === undefined))
  const turn = () => {
    const key = `${id} ${path}`
    const last = otherModes.get(key) ?? {}
    otherModes.set(key, { ...last, [expression ? 'expression' : 'fixed']: value })
    const next = expression ? (last.fixed ?? asFixed(field, value)) : (last.expression ?? asExpression(field, value))
    setChosen(expression ? 'fixed' : 'expression')
    setTurned(!expression)
    if (shownText(next) !== shownText(value)) onChange(next, { path, title: field.title })
  }
  return { expression, turn, turned }
}
