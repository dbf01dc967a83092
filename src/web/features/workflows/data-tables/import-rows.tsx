import { useState } from 'react'
import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { DataTable } from '#contract/workflows/data-tables.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { decodeCsv } from '#web/lib/decode-csv.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** `rows.2.amount` is the third row of the file. */
function problemText({ field, message }: { field?: string | null | undefined; message: string }): string {
  const row = /^rows\.(\d+)\./.exec(field ?? '')?.[1]
  return row === undefined ? message : `Row ${formatNumber(Number(row) + 2)}: ${message}`
}

/** Adds the rows of a CSV file, all of them or none. */
export function ImportRows({ table, onClose }: { table: DataTable; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const load = useAction(async () => {
    if (!file) return
    const csv = decodeCsv(new Uint8Array(await file.arrayBuffer()))
    if (csv === null)
      throw new Error('This isn’t a text file. In your spreadsheet, choose “CSV UTF-8” and save it again.')
    const { rows } = await call('importTableRows', { params: { id: table.id }, body: { csv } })
    await refresh('getDataTable', 'listDataTables', 'listTableRows')
    notify({ type: 'success', title: rows === 1 ? '1 row added' : `${formatNumber(rows)} rows added` })
    onClose()
  })
  const problems = load.error instanceof ApiError ? load.error.problems : []
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import rows"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!file} busy={load.busy && 'Importing...'} onClick={() => void load.run()}>
            Import
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">
          {`The first row names the columns: ${table.columns.map(({ name }) => name).join(', ')}. Nothing is added if a value doesn’t fit.`}
        </p>
        <FileDrop label="Choose a CSV file" accept=".csv" maxBytes={TABLE_LIMITS.file} file={file} onFile={setFile} />
        {load.error !== null && (
          <Callout tone="bad">
            {problems.length === 0 ? (
              load.error instanceof ApiError ? (
                friendly(load.error)
              ) : (
                (load.error as Error).message
              )
            ) : (
              <ul>
                {problems.slice(0, 5).map((one) => (
                  <li key={`${one.field}${one.message}`}>{problemText(one)}</li>
                ))}
                {problems.length > 5 && <li>{`And ${problems.length - 5} more.`}</li>}
              </ul>
            )}
          </Callout>
        )}
      </div>
    </Dialog>
  )
}
