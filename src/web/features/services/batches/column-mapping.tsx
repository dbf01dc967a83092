import { useState } from 'react'
import type { ServiceDetail } from '#contract/services/services.ts'
import { t } from '#web/lib/language.ts'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { Select } from '#web/ui/forms/select.tsx'

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Which column each input of a service is taken from; at first, one of the same name. Columns hold text, so files are left out. */
export function useColumnMapping({ input_schema }: Pick<ServiceDetail, 'input_schema'>, columns: readonly string[]) {
  const fields = formShape(input_schema).fields.filter(({ kind }) => kind !== 'file')
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      fields.flatMap(({ name, label }) => {
        const found = columns.find((column) => plain(column) === plain(name) || plain(column) === plain(label))
        return found === undefined ? [] : [[name, found]]
      }),
    ),
  )
  return {
    fields,
    columnOf: (input: string) => mapping[input] ?? '',
    choose: (input: string, column: string) => setMapping((known) => ({ ...known, [input]: column })),
    /** Inputs that have a column. */
    chosen: Object.fromEntries(Object.entries(mapping).filter(([, column]) => column !== '')),
    options: [{ value: '', label: t('No column') }, ...columns.map((value) => ({ value, label: value }))],
  }
}

/** One choice for each input. */
export function ColumnMapping({ mapping }: { mapping: ReturnType<typeof useColumnMapping> }) {
  const { fields, columnOf, choose, options } = mapping
  return fields.map(({ name, label, required }) => (
    <Select
      key={name}
      label={t('Column for {input}', { input: label })}
      optional={!required}
      value={columnOf(name)}
      options={options}
      onChange={({ target }) => choose(name, target.value)}
    />
  ))
}
