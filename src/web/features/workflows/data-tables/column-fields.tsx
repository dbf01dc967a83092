import { Plus, Trash2 } from 'lucide-react'
import { type ColumnType, TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import { t } from '#web/lib/language.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'

/** A column as it is being written; `id` is there once it is stored. */
export interface DraftColumn {
  key: string
  id?: string
  name: string
  type: ColumnType
}

export const newColumn = (name = ''): DraftColumn => ({ key: crypto.randomUUID(), name, type: 'text' })

const typeChoices = (): readonly { value: ColumnType; label: string }[] => [
  { value: 'text', label: t('Text') },
  { value: 'number', label: t('Number') },
  { value: 'yes_no', label: t('Yes or no') },
  { value: 'date', label: t('Date') },
]

interface Props {
  columns: readonly DraftColumn[]
  onChange: (columns: DraftColumn[]) => void
  /** What is wrong with a column, by its place. */
  problemAt: (index: number) => string | undefined
}

/** The columns of a table: their names and types, in their order. */
export function ColumnFields({ columns, onChange, problemAt }: Props) {
  const change = (key: string, part: Partial<DraftColumn>) =>
    onChange(columns.map((one) => (one.key === key ? { ...one, ...part } : one)))
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <legend className="mb-2 font-medium">{t('Columns')}</legend>
      {columns.map((column, at) => (
        <div key={column.key} className="grid grid-cols-[minmax(0,1fr)_8rem_auto] items-start gap-2">
          <TextField
            label={t('Name of column {at}', { at: at + 1 })}
            hideLabel
            placeholder="due_date"
            maxLength={63}
            autoCapitalize="none"
            spellCheck={false}
            value={column.name}
            error={problemAt(at)}
            onChange={({ target }) => change(column.key, { name: target.value })}
          />
          <Select
            label={t('Type of column {at}', { at: at + 1 })}
            hideLabel
            options={typeChoices()}
            value={column.type}
            disabled={column.id !== undefined}
            title={
              column.id === undefined ? undefined : t('The type of a column can’t change. Add another column instead.')
            }
            onChange={({ target }) => change(column.key, { type: target.value as ColumnType })}
          />
          <IconButton
            label={t('Delete column {at}', { at: at + 1 })}
            disabled={columns.length === 1}
            onClick={() => onChange(columns.filter(({ key }) => key !== column.key))}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {columns.length < TABLE_LIMITS.columns && (
        <div>
          <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => onChange([...columns, newColumn()])}>
            {t('Add a column')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** As the server takes them. */
export const wantedColumns = (columns: readonly DraftColumn[]) =>
  columns.map(({ id, name, type }) => ({ ...(id !== undefined && { id }), name: name.trim(), type }))
