import type { ValueKind } from '#web/canvas/model/fields/field-model.ts'
import { kindOfValue } from '#web/canvas/model/fields/field-value.ts'
import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'
import type { ControlProps } from './control-props.ts'
import { JsonControl } from './json-control.tsx'
import { NumberControl, OptionList, TextControl } from './simple-controls.tsx'
import { asKind, KIND_NAMES } from './value-kinds.ts'

const answers = () => [
  { value: true, label: t('Yes') },
  { value: false, label: t('No') },
]

/** A value of any type, with a choice of the type next to it. */
export function ValueControl(
  props: ControlProps & {
    kinds: readonly ValueKind[]
    /** Its kind is chosen elsewhere. */
    bare?: boolean
    onSign?: ((sign: string) => void) | undefined
  },
) {
  const { kinds, value, onChange, field, bare = false } = props
  const kind = kindOfValue(value, kinds)
  return (
    <div
      className={
        kind === 'json' || bare
          ? 'grid grid-cols-[minmax(0,1fr)] gap-1.5'
          : 'grid grid-cols-[minmax(0,1fr)_7rem] gap-1.5'
      }
    >
      {kind === 'text' && <TextControl {...props} />}
      {kind === 'number' && <NumberControl {...props} />}
      {kind === 'switch' && <OptionList {...props} options={answers()} empty={null} />}
      {kind === 'json' && <JsonControl {...props} />}
      {kinds.length > 1 && !bare && (
        <Select
          label={t('Kind of {title}', { title: field.title })}
          hideLabel
          value={kind}
          disabled={props.disabled}
          options={kinds.map((one) => ({ value: one, label: t(KIND_NAMES[one]) }))}
          onChange={({ target }) => {
            const next = kinds.find((one) => one === target.value)
            if (next) onChange(asKind(value, next))
          }}
        />
      )}
    </div>
  )
}
