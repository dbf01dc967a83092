import { type FormEvent, useState } from 'react'
import { CONDITIONS_OF, type Condition, takesValue } from '#contract/workflows/data-table-values.ts'
import type { TableColumn } from '#contract/workflows/data-tables.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Wanted } from './table-state.ts'

const words = (): Record<Condition, string> => ({
  is: t('is'),
  is_not: t('is not'),
  contains: t('contains'),
  starts_with: t('starts with'),
  more_than: t('is more than'),
  at_least: t('is at least'),
  less_than: t('is less than'),
  at_most: t('is at most'),
  is_empty: t('is empty'),
  is_filled: t('isn’t empty'),
})
const wordsOfDates = (): Partial<Record<Condition, string>> => ({
  more_than: t('is after'),
  at_least: t('is on or after'),
  less_than: t('is before'),
  at_most: t('is on or before'),
})

interface Props {
  columns: readonly TableColumn[]
  wanted: Wanted | null
  onFind: (wanted: Wanted | null) => void
}

/** Shows the rows that meet one condition. */
export function FindRows({ columns, wanted, onFind }: Props) {
  const [name, setName] = useState(wanted?.column ?? columns[0]?.name ?? '')
  const column = columns.find((one) => one.name === name) ?? columns[0]
  const conditions = column ? CONDITIONS_OF[column.type] : []
  const [chosen, setChosen] = useState<Condition>(wanted?.is ?? 'contains')
  const [value, setValue] = useState(wanted?.value ?? '')
  const is = conditions.includes(chosen) ? chosen : (conditions[0] ?? 'is')
  const ready = !takesValue(is) || value.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (column && ready) onFind({ column: column.name, is, value: takesValue(is) ? value.trim() : '' })
  }
  return (
    <search>
      <form
        noValidate
        onSubmit={submit}
        className="grid grid-cols-2 items-end gap-2 sm:grid-cols-[minmax(0,12rem)_minmax(0,11rem)_minmax(0,1fr)_auto]"
      >
        <Select
          label={t('Column')}
          hideLabel
          value={column?.name ?? ''}
          options={columns.map((one) => ({ value: one.name, label: one.name }))}
          onChange={({ target }) => setName(target.value)}
        />
        <Select
          label={t('Condition')}
          hideLabel
          value={is}
          options={conditions.map((one) => ({
            value: one,
            label: (column?.type === 'date' && wordsOfDates()[one]) || words()[one],
          }))}
          onChange={({ target }) => setChosen(target.value as Condition)}
        />
        <TextField
          label={t('Value')}
          hideLabel
          dir="auto"
          disabled={!takesValue(is)}
          placeholder={column?.type === 'date' ? '2026-11-28' : column?.type === 'yes_no' ? 'yes' : t('Value')}
          value={takesValue(is) ? value : ''}
          onChange={({ target }) => setValue(target.value)}
        />
        <div className="flex gap-2">
          <Button type="submit" disabled={!ready}>
            {t('Find')}
          </Button>
          {wanted && (
            <Button variant="ghost" onClick={() => onFind(null)}>
              {t('Show all')}
            </Button>
          )}
        </div>
      </form>
    </search>
  )
}
