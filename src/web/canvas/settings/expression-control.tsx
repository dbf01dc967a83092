import { inputClass } from '#web/ui/text-field.tsx'
import { shownText } from './field-value.ts'
import type { ControlProps } from './simple-controls.tsx'

/** A text with `{{ }}` in it or, where the node evaluates it per item, an expression alone. */
export function ExpressionControl({
  field,
  value,
  onChange,
  ids,
  disabled,
}: ControlProps & { path: string; autoFocus: boolean }) {
  return (
    <textarea
      {...ids}
      rows={2}
      spellCheck={false}
      disabled={disabled}
      value={shownText(value)}
      placeholder={field.placeholder}
      className={`block resize-y px-3 py-2 font-mono text-sm ${inputClass(ids['aria-invalid'] ? 'error' : undefined)}`}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  )
}
