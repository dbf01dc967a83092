import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { createDataTable, deleteDataTable, getDataTable, listDataTables, updateDataTable } from './data-tables.ts'
import {
  addTableRows,
  deleteTableRows,
  exportTableRows,
  importTableRows,
  listTableRows,
  updateTableRows,
} from './table-rows.ts'

type Names =
  | 'listDataTables'
  | 'createDataTable'
  | 'getDataTable'
  | 'updateDataTable'
  | 'deleteDataTable'
  | 'listTableRows'
  | 'addTableRows'
  | 'updateTableRows'
  | 'deleteTableRows'
  | 'importTableRows'
  | 'exportTableRows'

export const dataTableHandlers = ({ db }: { db: Database }): Pick<Handlers, Names> => ({
  listDataTables: async ({ query }, { caller }) =>
    listPage(await listDataTables(db, mayEditWorkflows(caller)), 'items', query),
  createDataTable: ({ body }, { caller }) => createDataTable(db, mayEditWorkflows(caller), body),
  getDataTable: ({ params }, { caller }) => getDataTable(db, mayEditWorkflows(caller), params.id),
  updateDataTable: ({ params, body }, { caller }) => updateDataTable(db, mayEditWorkflows(caller), params.id, body),
  deleteDataTable: ({ params }, { caller }) => deleteDataTable(db, mayEditWorkflows(caller), params.id),
  listTableRows: ({ params, query }, { caller }) => listTableRows(db, mayEditWorkflows(caller), params.id, query),
  addTableRows: ({ params, body }, { caller }) => addTableRows(db, mayEditWorkflows(caller), params.id, body.rows),
  updateTableRows: ({ params, body }, { caller }) => updateTableRows(db, mayEditWorkflows(caller), params.id, body),
  deleteTableRows: ({ params, body }, { caller }) =>
    deleteTableRows(db, mayEditWorkflows(caller), params.id, body.rows),
  importTableRows: ({ params, body }, { caller }) => importTableRows(db, mayEditWorkflows(caller), params.id, body.csv),
  exportTableRows: async ({ params }, { caller }) => {
    const file = await exportTableRows(db, mayEditWorkflows(caller), params.id)
    return { ...file, type: 'file', mime: 'text/csv', bytes: null, disposition: 'attachment' }
  },
})
