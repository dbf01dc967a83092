import { type ReactNode, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { decodeCsv } from '#web/lib/decode-csv.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** `rows.2.amount` is the third row of the file. */
function problemText({ field, message }: { field?: string | null | undefined; message: string }): string {
  const row = /^rows\.(\d+)\./.exec(field ?? '')?.[1]
  return row === undefined ? message : t('Row {row}: {message}', { row: formatNumber(Number(row) + 2), message })
}

/** Takes the text of a CSV file: all of it or nothing. */
export function ImportCsv({
  title,
  maxBytes,
  onImport,
  onClose,
  children,
}: {
  title: string
  maxBytes: number
  onImport: (csv: string) => Promise<void>
  onClose: () => void
  /** What the file has to look like. */
  children: ReactNode
}) {
  const [file, setFile] = useState<File | null>(null)
  const load = useAction(async () => {
    if (!file) return
    const csv = decodeCsv(new Uint8Array(await file.arrayBuffer()))
    if (csv === null)
      throw new Error(t('This isn’t a text file. In your spreadsheet, choose “CSV UTF-8” and save it again.'))
    await onImport(csv)
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabled={!file}
            busy={load.busy && t('Importing...')}
            onClick={() => void load.run()}
          >
            {t('Import')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">{children}</p>
        <FileDrop label={t('Choose a CSV file')} accept=".csv" maxBytes={maxBytes} file={file} onFile={setFile} />
        {load.error !== null && (
          <Callout tone="bad">
            <Problems error={load.error} />
          </Callout>
        )}
      </div>
    </Dialog>
  )
}

function Problems({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return (error as Error).message
  const { problems } = error
  if (problems.length === 0) return friendly(error)
  return (
    <ul>
      {problems.slice(0, 5).map((one) => (
        <li key={`${one.field}${one.message}`}>{problemText(one)}</li>
      ))}
      {problems.length > 5 && <li>{t('And {count} more.', { count: problems.length - 5 })}</li>}
    </ul>
  )
}
