import { useState } from 'react'
import { shapeOf } from '#web/canvas/model/fields/app-fields.ts'
import type { Control } from '#web/canvas/model/fields/field-model.ts'
import { freshItem } from '#web/canvas/model/fields/field-value.ts'
import { type DrawField, type FieldViewProps, useSettingsForm } from '#web/canvas/panels/settings/form/form-context.ts'
import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'

/** A value of one of several shapes: which one is chosen first, and is read off a value that is there. */
export function EitherField({
  field,
  control,
  value,
  path,
  onChange,
  draw,
}: FieldViewProps & { control: Extract<Control, { kind: 'either' }>; draw: DrawField }) {
  const { readOnly } = useSettingsForm()
  const [chosen, setChosen] = useState<number | null>(null)
  const found = shapeOf(control.choices, value)
  // What was chosen counts as long as the value could be of that shape.
  const at = chosen !== null && (found === -1 || sameShape(control, chosen, found)) ? chosen : found
  const choice = control.choices[at]
  return (
    <>
      <Select
        label={t('Kind of {title}', { title: field.title })}
        hideLabel
        disabled={readOnly !== null}
        value={choice ? String(at) : ''}
        options={[
          { value: '', label: field.required ? t('Choose') : t('Not set') },
          ...control.choices.map(({ title }, index) => ({ value: String(index), label: title })),
        ]}
        onChange={({ target }) => {
          const next = target.value === '' ? -1 : Number(target.value)
          const wanted = control.choices[next]
          setChosen(wanted ? next : null)
          onChange(wanted ? freshItem(wanted.field) : undefined, { path, title: field.title })
        }}
      />
      {choice && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {draw({ field: { ...choice.field, title: field.title }, value, path, inList: true, onChange })}
        </div>
      )}
    </>
  )
}

/** Two groups of fields are told apart only by what is in them, which changes while one types. */
const sameShape = ({ choices }: Extract<Control, { kind: 'either' }>, one: number, other: number): boolean =>
  choices[one]?.field.control.kind === choices[other]?.field.control.kind
