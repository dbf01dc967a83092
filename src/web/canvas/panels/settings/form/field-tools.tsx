import { Braces, PanelRightOpen } from 'lucide-react'
import { isLongText } from '#web/canvas/model/fields/field-at.ts'
import type { Field } from '#web/canvas/model/fields/field-model.ts'
import { ValueList } from '#web/canvas/panels/expression/value-list.tsx'
import { t } from '#web/lib/language.ts'
import { useSettingsForm } from './form-context.ts'
import { ModeSwitch } from './mode-switch.tsx'
import type { FieldMode } from './use-field-mode.ts'
import type { ValuePicker } from './use-value-picker.ts'

/** Next to the label of a field: insert a value from the data, and toggle whether the field is an expression. */
export function FieldTools({
  field,
  mode,
  disabled,
  picker,
  path,
}: {
  field: Field
  path: string
  mode: FieldMode
  disabled: boolean
  picker: ValuePicker
}) {
  const { expression, keepOpen } = useSettingsForm()
  const keep = mode.expression || isLongText(field) ? keepOpen : undefined
  if (!mode.turn && !mode.expression && !keep) return null
  return (
    // Calm until one is at the field; always there for a finger.
    <div
      className={`flex shrink-0 gap-0.5 transition-opacity ${mode.expression ? '' : 'opacity-0 focus-within:opacity-100 group-focus-within/field:opacity-100 group-hover/field:opacity-100 pointer-coarse:opacity-100'}`}
    >
      {keep && (
        <button
          type="button"
          aria-label={t('Keep {title} open next to the canvas', { title: field.title })}
          title={t('Keep open next to the canvas')}
          onClick={() => keep(path)}
          className="inline-grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        >
          <PanelRightOpen aria-hidden="true" className="size-4" />
        </button>
      )}
      {expression && (mode.turn || mode.expression) && (
        <button
          type="button"
          aria-label={t('Insert value into {title}', { title: field.title })}
          title={t('Insert value')}
          disabled={disabled}
          onClick={() => picker.onChoosing('')}
          className="inline-grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-ink disabled:cursor-not-allowed"
        >
          <Braces aria-hidden="true" className="size-4" />
        </button>
      )}
      {(mode.turn || mode.expression) && <ModeSwitch mode={mode} title={field.title} disabled={disabled} />}
      <Values field={field} picker={picker} />
    </div>
  )
}

/** The values there are for a field, while they are asked for. */
export function Values({ field, picker }: { field: Field; picker: ValuePicker }) {
  const { expression } = useSettingsForm()
  if (picker.choosing === null || !expression) return null
  return (
    <ValueList
      scope={(field.expression === 'per_item' ? expression.perItem : expression.whole).scope}
      field={field.title}
      typed={picker.choosing}
      onPick={picker.insert}
      onClose={(left) => picker.onChoosing(null, left)}
    />
  )
}
