import type { Json } from '#contract/core/primitives.ts'
import type { Option } from '#web/canvas/model/fields/field-model.ts'
import { isSame, itemsOf } from '#web/canvas/model/fields/field-value.ts'
import { type FieldViewProps, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'

const holds = (list: readonly Json[], value: Json) => list.some((one) => isSame(one, value))

/** Several of a few; kept in the order they are offered in. */
export function ChoicesControl({
  field,
  value,
  path,
  onChange,
  options,
}: FieldViewProps & { options: readonly Option[] }) {
  const { readOnly } = useSettingsForm()
  const chosen = itemsOf(value ?? field.preset, false)
  const toggle = (option: Json, on: boolean) => {
    const kept = chosen.filter((one) => !isSame(one, option))
    const next = on ? [...kept, option] : kept
    const offered = options.flatMap((one) => (holds(next, one.value) ? [one.value] : []))
    const others = next.filter((one) => !holds(offered, one))
    onChange([...offered, ...others], { path, title: field.title })
  }
  return (
    <div className="grid gap-1 sm:grid-cols-2">
      {options.map((option) => (
        <Checkbox
          key={option.label}
          label={option.label}
          disabled={readOnly !== null}
          checked={holds(chosen, option.value)}
          onChange={({ target }) => toggle(option.value, target.checked)}
        />
      ))}
    </div>
  )
}
