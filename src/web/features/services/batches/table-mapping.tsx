import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { FileId } from '#contract/core/primitives.ts'
import { BATCH } from '#contract/services/batch-values.ts'
import type { TablePreview } from '#contract/services/batches.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Table } from '#web/ui/table.tsx'
import { ColumnMapping, useColumnMapping } from './column-mapping.tsx'

interface Props {
  service: ServiceDetail
  file_id: string
  name: string
  preview: TablePreview
  day: string
  onClear: () => void
}

/** Columns of the preview that are shown; all of them can be chosen. */
const SHOWN = 8

/** Which column of a spreadsheet each input is taken from, with its first rows. */
export function TableMapping({ service, file_id, name: fileName, preview, day, onClear }: Props) {
  const navigate = useNavigate()
  const { columns, rows, total, cut } = preview
  const mapping = useColumnMapping(service, columns)
  const [nameColumn, setNameColumn] = useState('')
  const [name, setName] = useState(t('{service}, {day}', { service: service.name, day }))
  const make = useAction(async () => {
    const { id } = await call('createBatch', { body: { service_id: service.id, name, start: false } })
    await call('addBatchTable', {
      params: { id },
      body: {
        file_id: file_id as FileId,
        mapping: mapping.chosen,
        ...(nameColumn !== '' && { name_column: nameColumn }),
      },
    })
    await refresh('listBatches')
    await navigate(paths.batch(id))
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="font-medium">{t('{name}: {count} rows', { name: fileName, count: formatNumber(total) })}</p>
      {cut && (
        <Callout tone="bad">
          {t('A batch can have up to {most} documents.', { most: formatNumber(BATCH.items) })}
        </Callout>
      )}
      <Table
        caption={t('First rows of the spreadsheet')}
        rows={rows.map((cells, at) => ({ at, cells }))}
        rowKey={({ at }) => String(at)}
        columns={columns.slice(0, SHOWN).map((header, at) => ({
          key: header,
          header,
          cell: ({ cells }: { cells: string[] }) => <span className="line-clamp-2">{cells[at]}</span>,
        }))}
      />
      {columns.length > SHOWN && (
        <p className="text-muted text-base">
          {t('and {count} more columns', { count: formatNumber(columns.length - SHOWN) })}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <ColumnMapping mapping={mapping} />
        <Select
          label={t('Column that names a row')}
          optional
          value={nameColumn}
          options={mapping.options}
          onChange={({ target }) => setNameColumn(target.value)}
        />
        <TextField label={t('Name of the batch')} value={name} onChange={({ target }) => setName(target.value)} />
      </div>
      {make.error !== null && <Callout tone="bad">{friendly(make.error)}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={make.busy && t('Creating...')}
          disabled={cut || Object.keys(mapping.chosen).length === 0 || name.trim() === ''}
          onClick={() => void make.run()}
        >
          {t('Create and review')}
        </Button>
        <Button onClick={onClear}>{t('Clear')}</Button>
      </div>
    </div>
  )
}
