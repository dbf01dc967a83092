import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { BATCH } from '#contract/services/batch-values.ts'
import type { TablePreview } from '#contract/services/batches.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { upload } from '#web/api/upload.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { collectInput, type FormField, type FormValues, formShape } from '#web/parts/runs/form-shape.ts'
import { RunField } from '#web/parts/runs/run-field.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { ChooseDocuments } from './choose-documents.tsx'
import { type ChosenDocument, documentsOf } from './dropped-files.ts'
import { sendDocuments } from './send-documents.ts'
import { TableMapping } from './table-mapping.tsx'

interface Table {
  file_id: string
  name: string
  preview: TablePreview
}

const dayName = (): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en-IN', { day: 'numeric', month: 'short' }).format(
    new Date(),
  )

/** What every document gets besides itself: fields that are not another way to give the document. */
function commonFields(service: ServiceDetail, file: FormField | undefined): readonly FormField[] {
  const { fields, groups } = formShape(service.input_schema)
  const ways = groups.find((group) => file && group.includes(file.name)) ?? []
  return fields.filter(({ name, kind }) => kind !== 'file' && !ways.includes(name))
}

/** Chooses documents or rows and makes a draft of them, which is then started on its own page. */
export function NewBatch({ service }: { service: ServiceDetail }) {
  const [documents, setDocuments] = useState<readonly ChosenDocument[]>([])
  const [table, setTable] = useState<Table | null>(null)
  const { upload_mb } = useRuntimeLimits()
  const file = formShape(service.input_schema).fields.find(({ kind }) => kind === 'file')
  const add = useAction(async (files: File[]) => {
    const found = await documentsOf(files, upload_mb * 1_000_000)
    setTable(null)
    setDocuments((known) => [...known, ...found])
  })
  const read = useAction(async (chosen: File) => {
    const { id: file_id } = await upload(chosen)
    const preview = await call('previewBatchTable', { body: { file_id } })
    setDocuments([])
    setTable({ file_id, name: chosen.name, preview })
  })
  const problem = add.error ?? read.error
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <CardHeader title={t('New batch')}>
        {t('Runs the service on many documents at once and shows the results in one table.')}
      </CardHeader>
      <ChooseDocuments
        takesFiles={file !== undefined}
        disabled={add.busy || read.busy}
        onFiles={(files) => void add.run(files)}
        onTable={(chosen) => void read.run(chosen)}
      />
      {read.busy && <ProgressBar label={t('Reading the spreadsheet...')} />}
      {problem !== null && <Callout tone="bad">{friendly(problem)}</Callout>}
      {documents.length > 0 && file && (
        <Documents service={service} file={file} documents={documents} onClear={() => setDocuments([])} />
      )}
      {table && (
        <TableMapping
          key={table.file_id}
          service={service}
          {...table}
          name={table.name}
          day={dayName()}
          onClear={() => setTable(null)}
        />
      )}
    </Card>
  )
}

interface DocumentsProps {
  service: ServiceDetail
  file: FormField
  documents: readonly ChosenDocument[]
  onClear: () => void
}

function Documents({ service, file, documents, onClear }: DocumentsProps) {
  const navigate = useNavigate()
  const common = commonFields(service, file)
  const [values, setValues] = useState<FormValues>({})
  const [name, setName] = useState(t('{service}, {day}', { service: service.name, day: dayName() }))
  const [sent, setSent] = useState(0)
  const stop = useRef<AbortController | null>(null)
  const make = useAction(async () => {
    stop.current = new AbortController()
    setSent(0)
    const rest = await collectInput(common, values, async () => '')
    const { id } = await call('createBatch', { body: { service_id: service.id, name, start: false } })
    const { signal } = stop.current
    await sendDocuments({ batch: id, documents, field: file.name, rest, onSent: setSent, signal })
    await refresh('listBatches')
    await navigate(paths.batch(id))
  })
  const broken = documents.filter(({ problem }) => problem !== null).length
  const tooMany = documents.length > BATCH.items
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="font-medium">
        {t('{count} documents chosen', { count: formatNumber(documents.length) })}
        {broken > 0 && (
          <span className="font-normal text-muted">
            {' · '}
            {t('{count} can’t be read and will be listed as failed', { count: formatNumber(broken) })}
          </span>
        )}
      </p>
      {tooMany && (
        <Callout tone="bad">
          {t('A batch can have up to {most} documents.', { most: formatNumber(BATCH.items) })}
        </Callout>
      )}
      <ul className="wrap-anywhere grid max-h-48 gap-1 overflow-y-auto text-base text-muted">
        {documents.slice(0, 100).map(({ key, name: one }) => (
          <li key={key}>{one}</li>
        ))}
        {documents.length > 100 && <li>{t('and {count} more', { count: formatNumber(documents.length - 100) })}</li>}
      </ul>
      <TextField label={t('Name of the batch')} value={name} onChange={({ target }) => setName(target.value)} />
      {common.map((field) => (
        <RunField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={undefined}
          disabled={make.busy}
          onChange={(value) => setValues((known) => ({ ...known, [field.name]: value }))}
        />
      ))}
      {make.busy && (
        <>
          <ProgressBar
            label={t('Uploading documents')}
            value={sent / documents.length}
            detail={t('{done} of {total}', { done: formatNumber(sent), total: formatNumber(documents.length) })}
          />
          <p className="text-muted text-base">
            {t('Keep this page open until the upload is done. Once started, the batch continues without it.')}
          </p>
        </>
      )}
      {make.error !== null && <Callout tone="bad">{friendly(make.error)}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={make.busy && t('Uploading...')}
          disabled={tooMany || name.trim() === ''}
          onClick={() => void make.run()}
        >
          {t('Upload and review')}
        </Button>
        <Button
          onClick={() => {
            stop.current?.abort()
            onClear()
          }}
        >
          {make.busy ? t('Stop uploading') : t('Clear')}
        </Button>
      </div>
    </div>
  )
}
