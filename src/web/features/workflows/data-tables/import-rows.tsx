import { TABLE_LIMITS } from '#contract/workflows/data-table-values.ts'
import type { DataTable } from '#contract/workflows/data-tables.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { ImportCsv } from '#web/parts/workflows/forms/import-csv.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** Adds the rows of a CSV file, all of them or none. */
export function ImportRows({ table, onClose }: { table: DataTable; onClose: () => void }) {
  const load = async (csv: string) => {
    const { rows } = await call('importTableRows', { params: { id: table.id }, body: { csv } })
    await refresh('getDataTable', 'listDataTables', 'listTableRows')
    notify({
      type: 'success',
      title: rows === 1 ? t('1 row added') : t('{count} rows added', { count: formatNumber(rows) }),
    })
  }
  return (
    <ImportCsv title={t('Import rows')} maxBytes={TABLE_LIMITS.file} onImport={load} onClose={onClose}>
      {t('The first row names the columns: {columns}. Nothing is added if a value doesn’t fit.', {
        columns: table.columns.map(({ name }) => name).join(', '),
      })}
    </ImportCsv>
  )
}
