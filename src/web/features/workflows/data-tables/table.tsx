import { Download, Ellipsis, Plus, Settings2, Share2, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { DataTable, DataTableDetail } from '#contract/workflows/data-tables.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { useExportReason } from '#web/api/export-reason.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { MoveItem } from '#web/parts/accounts/transfers/move-item.tsx'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EditColumns } from './edit-columns.tsx'
import { FindRows } from './find-rows.tsx'
import { ImportRows } from './import-rows.tsx'
import { RowGrid } from './row-grid.tsx'
import { ShareTable } from './share-table.tsx'
import { ROWS_PAGE, readTableState, rowsQuery, type TableState, tableQuery, tableQueryOf } from './table-state.ts'

export const loader = ({ params, url }: ScreenArgs) => {
  const id = params.id ?? ''
  return Promise.all([load(tableQuery(id)), load(rowsQuery(id, readTableState(url.searchParams)))])
}

/** The rows of a data table, changed in their place. */
export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readTableState(params)
  const table = useData(tableQuery(id))
  const { items, total } = useData(rowsQuery(id, state))
  const address = (change: Partial<TableState>) => paths.dataTable(id, tableQueryOf({ ...state, page: 1, ...change }))
  const add = useAction(async () => {
    await call('addTableRows', { params: { id: table.id }, body: { rows: [{}] } })
    await refresh('getDataTable', 'listDataTables', 'listTableRows')
    // A new row is the last one, and may not be among those that are looked for.
    await navigate(paths.dataTable(id, tableQueryOf(lastPage(table.rows + 1))))
  })
  return (
    <Page title={table.name} wide>
      <PageHeader
        title={<bdi>{table.name}</bdi>}
        crumbs={[
          { label: t('Workflows'), href: paths.workflows() },
          { label: t('Data tables'), href: paths.dataTables() },
        ]}
        actions={
          <>
            <TableMenu table={table} />
            {table.role !== 'read' && (
              <Button
                variant="primary"
                icon={<Plus aria-hidden="true" />}
                busy={add.busy && t('Adding...')}
                onClick={() => void add.run()}
              >
                {t('Add a row')}
              </Button>
            )}
          </>
        }
      >
        {table.rows === 1 ? t('1 row') : t('{count} rows', { count: formatNumber(table.rows) })}
        {table.role !== 'owner' &&
          ` · ${t('Shared by {name}', { name: table.owner })}${table.role === 'read' ? `, ${t('for reading')}` : ''}`}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FindRows
          key={`${state.wanted?.column}${state.wanted?.is}${state.wanted?.value}`}
          columns={table.columns}
          wanted={state.wanted}
          onFind={(wanted) => void navigate(address({ wanted }))}
        />
        {add.error !== null && (
          <p role="alert" className="text-bad">
            {friendly(add.error)}
          </p>
        )}
        <RowGrid
          key={table.revision}
          table={table}
          rows={items}
          first={(state.page - 1) * ROWS_PAGE + 1}
          sort={state.sort}
          searched={state.wanted !== null}
          onSort={(sort) => void navigate(address({ sort }))}
        />
        <Pagination page={state.page} pageSize={ROWS_PAGE} total={total} href={(page) => address({ page })} />
      </div>
    </Page>
  )
}

const lastPage = (rows: number): TableState => ({
  sort: { key: 'created_at', direction: 'asc' },
  wanted: null,
  page: Math.max(1, Math.ceil(rows / ROWS_PAGE)),
})

function TableMenu({ table }: { table: DataTableDetail }) {
  const [open, setOpen] = useState<'columns' | 'import' | 'share' | 'move' | 'delete' | null>(null)
  const isOwn = table.role === 'owner'
  const reason = useExportReason()
  const save = useAction(async () => {
    const file = await download('exportTableRows', { params: { id: table.id } })
    saveFile(`${table.name}.csv`, file, 'text/csv')
  })
  const close = () => setOpen(null)
  const navigate = useNavigate()
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('More actions')}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {isOwn && (
          <>
            <MenuItem icon={<Settings2 aria-hidden="true" />} onSelect={() => setOpen('columns')}>
              {t('Name and columns')}
            </MenuItem>
            <MenuItem icon={<Share2 aria-hidden="true" />} onSelect={() => setOpen('share')}>
              {t('Share')}
            </MenuItem>
          </>
        )}
        {table.role !== 'read' && (
          <MenuItem icon={<Upload aria-hidden="true" />} onSelect={() => setOpen('import')}>
            {t('Import from CSV')}
          </MenuItem>
        )}
        <MenuItem icon={<Download aria-hidden="true" />} reason={reason} onSelect={() => void save.run()}>
          {t('Export as CSV')}
        </MenuItem>
        {isOwn && (
          <>
            <MenuSeparator />
            <MoveItem onSelect={() => setOpen('move')} />
            <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => setOpen('delete')}>
              {t('Delete table')}
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'share' && <ShareTable table={table} onClose={close} />}
      {open === 'columns' && <EditColumns table={table} onClose={close} />}
      {open === 'import' && <ImportRows table={table} onClose={close} />}
      {open === 'move' && (
        <MoveDialog
          thing={{ kind: 'data_table', id: table.id, name: table.name }}
          onMoved={() => navigate(paths.dataTables())}
          onClose={close}
        />
      )}
      {open === 'delete' && <DeleteTable table={table} onClose={close} />}
    </>
  )
}

function DeleteTable({ table, onClose }: { table: DataTable; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useAction(async () => {
    await call('deleteDataTable', { params: { id: table.id } })
    notify({ type: 'success', title: t('The table was deleted') })
    await navigate(paths.dataTables())
    await refresh('listDataTables')
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Delete “{name}”?', { name: table.name })}
      keep={t('Keep it')}
      act={t('Delete')}
      busy={remove.busy && t('Deleting...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      {table.rows === 1
        ? t('Its row is deleted with it. Steps that use this table will fail and say so.')
        : t('Its {count} rows are deleted with it. Steps that use this table will fail and say so.', {
            count: formatNumber(table.rows),
          })}
    </ConfirmDialog>
  )
}
