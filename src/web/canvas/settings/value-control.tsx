import type { Json } from '#contract/primitives.ts'
import { Select } from '#web/ui/select.tsx'
import type { ValueKind } from './field-model.ts'
import { kindOfValue, shownText, takenJson, takenNumber } from './field-value.ts'
import { type ControlProps, JsonControl, NumberControl, OptionList, TextControl } from './simple-controls.tsx'

const NAMES: Readonly<Record<ValueKind, string>> = { text: 'Text', number: 'Number', switch: 'Yes or no', json: 'JSON' }
const ANSWERS = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
]

/** The same value as another kind; what cannot be read as that begins anew. */
function asKind(value: Json | undefined, kind: ValueKind): Json | undefined {
  const text = shownText(value)
  if (kind === 'text') return text
  if (kind === 'switch') return text === 'true' || text === '1'
  if (kind === 'json') return takenJson(text)?.value ?? (text === '' ? {} : [text])
  const number = takenNumber(text)
  return typeof number === 'number' ? number : 0
}

/** A value of any kind: what kind it is stands beside it. */
export function ValueControl(props: ControlProps & { kinds: readonly ValueKind[] }) {
  const { kinds, value, onChange, field } = props
  const kind = kindOfValue(value, kinds)
  return (
    <div className={kind === 'json' ? 'grid gap-1.5' : 'grid grid-cols-[minmax(0,1fr)_7rem] gap-1.5'}>
      {kind === 'text' && <TextControl {...props} />}
      {kind === 'number' && <NumberControl {...props} />}
      {kind === 'switch' && <OptionList {...props} options={ANSWERS} empty={null} />}
      {kind === 'json' && <JsonControl {...props} />}
      {kinds.length > 1 && (
        <Select
          label={`Kind of ${field.title}`}
          hideLabel
          value={kind}
          disabled={props.disabled}
          options={kinds.map((one) => ({ value: one, label: NAMES[one] }))}
          onChange={({ target }) => {
            const next = kinds.find((one) => one === target.value)
            if (next) onChange(asKind(value, next))
          }}
        />
      )}
    </div>
  )
}
