/** The controls of single values: what is typed or chosen, without a label. */

import type { FormEvent } from 'react'
import type { Control, Option } from '#web/canvas/model/fields/field-model.ts'
import {
  isSame,
  shownRupees,
  shownText,
  takenNumber,
  takenRupees,
  takenText,
} from '#web/canvas/model/fields/field-value.ts'
import { pickerSign } from '#web/canvas/panels/expression/picker-sign.ts'
import { useTyped } from '#web/canvas/panels/settings/form/use-typed.ts'
import { t } from '#web/lib/language.ts'
import type { FieldControl } from '#web/ui/forms/field.tsx'
import { SelectBox } from '#web/ui/forms/select.tsx'
import { inputClass } from '#web/ui/forms/text-field.tsx'
import type { ControlProps } from './control-props.ts'
import { DateControl } from './date-control.tsx'
import { JsonControl } from './json-control.tsx'

const look = (ids: FieldControl) => inputClass(ids['aria-invalid'] ? 'error' : undefined)

export function TextControl({
  field,
  value,
  onChange,
  ids,
  disabled,
  lines,
  onSign,
}: ControlProps & {
  lines?: boolean
  /** A sign that asks for the values there are was typed, and is not written yet. */
  onSign?: ((sign: string) => void) | undefined
}) {
  const text = shownText(value ?? field.preset)
  const shared = {
    ...ids,
    value: text,
    disabled,
    placeholder: field.placeholder,
    dir: 'auto' as const,
    onChange: ({ target }: { target: { value: string } }) => onChange(takenText(field, target.value)),
    onBeforeInput: (event: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { selectionEnd, value: written } = event.currentTarget
      const { data } = event.nativeEvent as InputEvent
      if (!onSign || data === null || selectionEnd !== written.length) return
      if (!pickerSign(written, written.length, data, false)) return
      event.preventDefault()
      onSign(data)
    },
  }
  // A text that came with line breaks keeps them.
  if (lines || text.includes('\n'))
    return <textarea {...shared} rows={5} className={`block min-h-20 resize-y px-3 py-2 ${look(ids)}`} />
  return <input {...shared} type="text" className={`h-9 px-3 ${look(ids)}`} />
}

const PLAIN = { shown: shownText, taken: takenNumber }
const RUPEES = { shown: shownRupees, taken: takenRupees }

export function NumberControl({
  field,
  value,
  onChange,
  ids,
  disabled,
  as = PLAIN,
}: ControlProps & { as?: typeof PLAIN }) {
  const { text, keep } = useTyped(value, as.shown)
  return (
    <input
      {...ids}
      type="text"
      inputMode="decimal"
      value={text}
      disabled={disabled}
      placeholder={field.placeholder || as.shown(field.preset)}
      className={`h-9 px-3 tabular-nums ${look(ids)}`}
      onChange={({ target }) => {
        const next = as.taken(target.value)
        keep(target.value, next)
        onChange(next)
      }}
    />
  )
}

/** A list of the system: the options, by their place, so that numbers and texts stay what they are. */
export function OptionList({
  options,
  value,
  empty,
  onChange,
  ids,
  disabled,
}: Pick<ControlProps, 'value' | 'onChange' | 'ids' | 'disabled'> & {
  options: readonly Option[]
  empty: string | null
}) {
  const at = options.findIndex((option) => isSame(option.value, value))
  const stray = value !== undefined && value !== null && at < 0
  return (
    <SelectBox
      {...ids}
      invalid={ids['aria-invalid'] === true}
      value={stray ? 'stray' : at < 0 ? '' : String(at)}
      disabled={disabled}
      onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
      options={[
        ...(empty !== null || at < 0 ? [{ value: '', label: empty ?? t('Choose') }] : []),
        ...(stray ? [{ value: 'stray', label: shownText(value) }] : []),
        ...options.map(({ label }, index) => ({ value: String(index), label })),
      ]}
    />
  )
}

/** The control of a single value of this kind; null where it is made of several. */
export function SimpleControl(
  props: ControlProps & { control: Control; onSign?: ((sign: string) => void) | undefined },
) {
  const { control, field } = props
  switch (control.kind) {
    case 'text':
      return <TextControl {...props} lines={control.lines} />
    case 'file':
      return <TextControl {...props} />
    case 'date':
      return <DateControl {...props} time={control.time} />
    case 'number':
      return <NumberControl {...props} />
    case 'rupees':
      return <NumberControl {...props} as={RUPEES} />
    case 'choice': {
      const value = props.value ?? field.preset
      const empty = field.required || field.preset !== undefined ? null : t('Not set')
      return <OptionList {...props} value={value} options={control.options} empty={empty} />
    }
    case 'json':
      return <JsonControl {...props} />
    default:
      return null
  }
}
