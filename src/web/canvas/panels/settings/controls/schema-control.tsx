import { Braces, Plus, Rows3, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  freshRow,
  KINDS,
  type Kind,
  nameProblem,
  type SchemaRow,
  schemaOf,
  schemaRows,
} from '#web/canvas/model/fields/schema-rows.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { ControlProps } from './control-props.ts'
import { JsonControl } from './json-control.tsx'

/** A JSON Schema as a row for each field, or as JSON where it says more than that. */
export function SchemaControl(props: ControlProps) {
  const { field, value, disabled } = props
  const read = schemaRows(value)
  const [chosen, setChosen] = useState<'rows' | 'json'>('rows')
  const inRows = chosen === 'rows' && read !== null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {inRows ? <Rows {...props} read={read} /> : <JsonControl {...props} />}
      <div>
        <Button
          size="sm"
          variant="ghost"
          disabled={disabled}
          icon={inRows ? <Braces aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
          reason={read === null ? t('This schema says more than rows can') : undefined}
          aria-label={
            inRows
              ? t('Write {title} as JSON', { title: field.title })
              : t('Write {title} as rows', { title: field.title })
          }
          onClick={() => setChosen(inRows ? 'json' : 'rows')}
        >
          {inRows ? t('As JSON') : t('As rows')}
        </Button>
      </div>
    </div>
  )
}

function Rows({ field, value, read, onChange, disabled, ids }: ControlProps & { read: readonly SchemaRow[] }) {
  const text = JSON.stringify(value ?? null)
  // A row without a name of its own is not in the value: it is kept here as long as it is what the rows made of it.
  const [own, setOwn] = useState<{ rows: readonly SchemaRow[]; text: string } | null>(null)
  const rows = own?.text === text ? own.rows : read
  const change = (next: readonly SchemaRow[]) => {
    const schema = next.length === 0 ? undefined : schemaOf(next)
    setOwn({ rows: next, text: JSON.stringify(schema ?? null) })
    if (JSON.stringify(schema ?? null) !== text) onChange(schema)
  }
  const set = (at: number, part: Partial<SchemaRow>) =>
    change(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset id={ids.id} aria-label={field.title} className="grid min-w-0 gap-2">
      {rows.map((row, at) => (
        <SchemaFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the name is what is being edited
          key={at}
          row={row}
          number={at + 1}
          problem={nameProblem(rows, at)}
          disabled={disabled}
          set={(part) => set(at, part)}
          onRemove={() => change(rows.filter((_, index) => index !== at))}
        />
      ))}
      <div>
        <Button
          size="sm"
          data-add=""
          disabled={disabled}
          icon={<Plus aria-hidden="true" />}
          aria-label={t('Add a field to {title}', { title: field.title })}
          onClick={() => change([...rows, freshRow(rows)])}
        >
          {t('Add field')}
        </Button>
      </div>
    </fieldset>
  )
}

function SchemaFields({
  row,
  number,
  problem,
  disabled,
  set,
  onRemove,
}: {
  row: SchemaRow
  number: number
  problem: string | null
  disabled: boolean
  set: (part: Partial<SchemaRow>) => void
  onRemove: () => void
}) {
  return (
    <div className="grid gap-2 rounded border border-line bg-sunken/60 p-2">
      <div className="grid grid-cols-[minmax(0,1fr)_8.5rem_2rem] items-start gap-1.5">
        <TextField
          label={t('Name of field {number}', { number })}
          hideLabel
          value={row.name}
          disabled={disabled}
          error={problem ?? undefined}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={100}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Select
          label={t('Kind of field {number}', { number })}
          hideLabel
          value={row.kind}
          disabled={disabled}
          options={KINDS.map(({ id, label }) => ({ value: id, label: t(label) }))}
          onChange={({ target }) => set({ kind: target.value as Kind })}
        />
        <IconButton size="sm" label={t('Remove field {number}', { number })} disabled={disabled} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {row.kind === 'choice' && (
        <TextField
          label={t('Choices of field {number}', { number })}
          hideLabel
          placeholder={t('open, paid, cancelled')}
          value={row.choices}
          disabled={disabled}
          onChange={({ target }) => set({ choices: target.value })}
        />
      )}
      <TextField
        label={t('Description of field {number}', { number })}
        hideLabel
        placeholder={t('What it is, for the model')}
        value={row.description}
        disabled={disabled}
        maxLength={500}
        onChange={({ target }) => set({ description: target.value })}
      />
      <Checkbox
        label={t('Required')}
        disabled={disabled}
        checked={row.required}
        onChange={({ target }) => set({ required: target.checked })}
      />
    </div>
  )
}
