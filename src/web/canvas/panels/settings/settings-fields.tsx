import '#web/canvas/services/language/speak.ts'
import { useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import { type Field, fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { mainFields } from '#web/canvas/model/fields/main-fields.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { ObjectFields } from './controls/group-fields.tsx'
import { FieldView } from './field-view.tsx'
import { type Change, type DrawField, useSettingsForm } from './form/form-context.ts'

const draw: DrawField = (field) => <FieldView {...field} />

interface Props {
  /** Of the node; absent outside of the designer, where all settings come first. */
  type?: string
  schema: JsonObject
  config: JsonObject
  change: Change
}

/** The fields of a JSON Schema of settings, in a form; what few people change is behind a fold. */
export function SettingsFields({ type = '', schema, config, change }: Props) {
  const fields = fieldsOf(schema)
  const { main, advanced } = mainFields(type, fields)
  if (fields.length === 0) return <p className="text-muted">{t('This node has no settings.')}</p>
  return (
    <>
      <ObjectFields fields={main} among={fields} value={config} path="" onChange={change} draw={draw} />
      {advanced.length > 0 && <Advanced fields={advanced} all={fields} config={config} change={change} />}
    </>
  )
}

/** Open where something in it is wrong, or where the cursor is wanted. */
function Advanced({
  fields,
  all,
  config,
  change,
}: { fields: readonly Field[]; all: readonly Field[] } & Omit<Props, 'type' | 'schema'>) {
  const { problemAt } = useSettingsForm()
  const wanted = useStore(useView().windows.wantedField)
  const isNeeded = fields.some(({ key }) => problemAt(key, true) !== undefined || key === wanted?.split('.')[0])
  const [open, setOpen] = useState(isNeeded)
  if (isNeeded && !open) setOpen(true)
  const changed = fields.filter(({ key }) => config[key] !== undefined).length
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-line border-t pt-4"
    >
      <summary className="w-fit cursor-pointer rounded font-medium">
        {t('Advanced')}
        {changed > 0 && <span className="font-normal text-muted"> {t('· {changed} set', { changed })}</span>}
      </summary>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">
        <ObjectFields fields={fields} among={all} value={config} path="" onChange={change} draw={draw} />
      </div>
    </details>
  )
}
