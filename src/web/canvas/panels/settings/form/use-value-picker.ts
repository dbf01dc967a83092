import { type RefObject, useRef, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { shownText } from '#web/canvas/model/fields/field-value.ts'
import type { EditorHandle } from '#web/canvas/panels/expression/editor.tsx'
import { appended } from '#web/canvas/panels/expression/insert.ts'
import { type FieldViewProps, useSettingsForm } from './form-context.ts'
import type { FieldMode } from './use-field-mode.ts'

export interface ValuePicker {
  editor: RefObject<EditorHandle | null>
  /** Puts a value of the data into the field. */
  insert: (source: string) => void
  /** The list of values is open, by the sign that asked for it; '' by its button. */
  choosing: string | null
  /** `left`: what is typed instead of a choice. */
  onChoosing: (sign: string | null, left?: string) => void
  /** A sign asks for the values; undefined where there are none. */
  ask: ((sign: string) => void) | undefined
}

/** Values of the data that a field can be made from, put into it by a drag, a button or a sign. */
export function useValuePicker({ field, value, path, onChange }: FieldViewProps, mode: FieldMode): ValuePicker {
  const { expression } = useSettingsForm()
  const editor = useRef<EditorHandle>(null)
  const [choosing, setChoosing] = useState<string | null>(null)
  const set = (next: Json | undefined) => onChange(next, { path, title: field.title })
  return {
    editor,
    choosing,
    // Text is appended; any other value is replaced.
    insert: (source) =>
      mode.expression && editor.current
        ? editor.current.insert(source)
        : set(appended(field.control.kind === 'text' || mode.expression ? shownText(value) : '', source)),
    // A sign that asked for the values and was not meant so is written after all.
    onChoosing: (sign, left = '') => {
      setChoosing(sign)
      if (left === '') return
      if (mode.expression && editor.current) editor.current.type(left)
      else set(shownText(value) + left)
    },
    ask: field.expression === 'none' || !expression ? undefined : setChoosing,
  }
}
