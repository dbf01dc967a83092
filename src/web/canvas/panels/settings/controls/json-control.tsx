import { takenJson } from '#web/canvas/model/fields/field-value.ts'
import { jsonFault } from '#web/canvas/model/graph/json-fault.ts'
import { CodeBox } from '#web/canvas/panels/expression/code-box.tsx'
import type { Mark } from '#web/canvas/panels/expression/controlled-editor.ts'
import { useTyped } from '#web/canvas/panels/settings/form/use-typed.ts'
import { t } from '#web/lib/language.ts'
import type { ControlProps } from './control-props.ts'

const NONE: readonly Mark[] = []

/** The place where a text stops being JSON. */
function faultIn(text: string): readonly Mark[] {
  if (text.trim() === '' || takenJson(text) !== null) return NONE
  const at = jsonFault(text)
  if (at === null) return NONE
  const early = at >= text.length
  const from = early ? Math.max(0, text.length - 1) : at
  return [{ from, to: from + 1, message: early ? t('Ends too early') : t('Invalid JSON from here') }]
}

/** A value as JSON, with the place of what is wrong in it. */
export function JsonControl({ value, onChange, ids, disabled, field }: ControlProps) {
  const { text, keep } = useTyped(value, (one) => (one === undefined ? '' : JSON.stringify(one, null, 2)))
  const marks = faultIn(text)
  const broken = marks.length > 0
  return (
    <>
      <CodeBox
        text={text}
        label={field.title}
        attributes={{
          id: ids.id,
          ...(ids['aria-describedby'] && { 'aria-describedby': ids['aria-describedby'] }),
          ...((broken || ids['aria-invalid']) && { 'aria-invalid': 'true' }),
        }}
        disabled={disabled}
        hint={field.placeholder || (field.preset === undefined ? '' : JSON.stringify(field.preset))}
        marks={marks}
        autoFocus={false}
        invalid={broken || ids['aria-invalid'] === true}
        lines={Math.min(12, Math.max(3, text.split('\n').length))}
        onChange={(typed) => {
          const next = takenJson(typed)
          // What is no JSON yet stays in the box; the document keeps what it had.
          keep(typed, next ? next.value : value)
          if (next) onChange(next.value)
        }}
      />
      {broken && (
        <p role="alert" className="text-bad text-base">
          {t('Invalid JSON. The last valid value is kept.')}
        </p>
      )}
    </>
  )
}
