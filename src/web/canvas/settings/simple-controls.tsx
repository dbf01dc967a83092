/** The controls of single values: what is typed or chosen, without a label. */
import { ChevronDown } from 'lucide-react'
import type { Json } from '#contract/primitives.ts'
import type { FieldControl } from '#web/ui/field.tsx'
import { inputClass } from '#web/ui/text-field.tsx'
import type { Control, Field, Option } from './field-model.ts'
import { shownText, takenJson, takenNumber, takenText } from './field-value.ts'
import { useTyped } from './use-typed.ts'

export interface ControlProps {
  field: Field
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  ids: FieldControl
  disabled: boolean
}

const look = (ids: FieldControl) => inputClass(ids['aria-invalid'] ? 'error' : undefined)

export function TextControl({ field, value, onChange, ids, disabled, lines }: ControlProps & { lines?: boolean }) {
  const text = shownText(value ?? field.preset)
  const shared = {
    ...ids,
    value: text,
    disabled,
    placeholder: field.placeholder,
    dir: 'auto' as const,
    onChange: ({ target }: { target: { value: string } }) => onChange(takenText(field, target.value)),
  }
  // A text that came with line breaks keeps them.
  if (lines || text.includes('\n'))
    return <textarea {...shared} rows={5} className={`block min-h-20 resize-y px-3 py-2 ${look(ids)}`} />
  return <input {...shared} type="text" className={`h-9 px-3 ${look(ids)}`} />
}

export function NumberControl({ field, value, onChange, ids, disabled }: ControlProps) {
  const { text, keep } = useTyped(value, shownText)
  return (
    <input
      {...ids}
      type="text"
      inputMode="decimal"
      value={text}
      disabled={disabled}
      placeholder={field.placeholder || shownText(field.preset)}
      className={`h-9 px-3 tabular-nums ${look(ids)}`}
      onChange={({ target }) => {
        const next = takenNumber(target.value)
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
  const at = options.findIndex((option) => option.value === value)
  const stray = value !== undefined && value !== null && at < 0
  return (
    <div className="relative">
      <select
        {...ids}
        value={stray ? 'stray' : at < 0 ? '' : String(at)}
        disabled={disabled}
        className={`h-9 appearance-none pr-9 pl-3 ${look(ids)}`}
        onChange={({ target }) => onChange(options[Number(target.value)]?.value)}
      >
        {(empty !== null || at < 0) && <option value="">{empty ?? 'Choose'}</option>}
        {stray && <option value="stray">{shownText(value)}</option>}
        {options.map((option, index) => (
          <option key={option.label} value={index}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </div>
  )
}

export function JsonControl({ value, onChange, ids, disabled, field }: ControlProps) {
  const { text, keep } = useTyped(value, (one) => (one === undefined ? '' : JSON.stringify(one, null, 2)))
  const broken = takenJson(text) === null
  return (
    <>
      <textarea
        {...ids}
        aria-invalid={broken || ids['aria-invalid']}
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        value={text}
        disabled={disabled}
        spellCheck={false}
        placeholder={field.placeholder || (field.preset === undefined ? '' : JSON.stringify(field.preset))}
        className={`block resize-y px-3 py-2 font-mono text-sm ${inputClass(broken || ids['aria-invalid'] ? 'error' : undefined)}`}
        onChange={({ target }) => {
          const next = takenJson(target.value)
          // What is no JSON yet stays in the box; the document keeps what it had.
          keep(target.value, next ? next.value : value)
          if (next) onChange(next.value)
        }}
      />
      {broken && (
        <p role="alert" className="text-bad text-sm">
          This is not JSON yet. What was there before is kept until it is.
        </p>
      )}
    </>
  )
}

/** The control of a single value of this kind; null where it is made of several. */
export function SimpleControl(props: ControlProps & { control: Control }) {
  const { control, field } = props
  switch (control.kind) {
    case 'text':
      return <TextControl {...props} lines={control.lines} />
    case 'number':
      return <NumberControl {...props} />
    case 'choice': {
      const value = props.value ?? field.preset
      const empty = field.required || field.preset !== undefined ? null : 'Not set'
      return <OptionList {...props} value={value} options={control.options} empty={empty} />
    }
    case 'json':
      return <JsonControl {...props} />
    default:
      return null
  }
}
