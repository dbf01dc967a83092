import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import {
  createDataTable,
  deleteDataTable,
  getDataTable,
  listDataTables,
  shareDataTable,
  type TableDb,
  updateDataTable,
} from './data-tables.ts'
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
  | 'shareDataTable'
  | 'listTableRows'
  | 'addTableRows'
  | 'updateTableRows'
  | 'deleteTableRows'
  | 'importTableRows'
  | 'exportTableRows'

export const dataTableHandlers = (deps: TableDb): Pick<Handlers, Names> => ({
  listDataTables: async ({ query }, { caller }) =>
    listPage(await listDataTables(deps, mayEditWorkflows(caller)), 'items', query),
  createDataTable: ({ body }, { caller }) => createDataTable(deps, mayEditWorkflows(caller), body),
  getDataTable: ({ params }, { caller }) => getDataTable(deps, mayEditWorkflows(caller), params.id),
  updateDataTable: ({ params, body }, { caller }) => updateDataTable(deps, mayEditWorkflows(caller), params.id, body),
  deleteDataTable: ({ params }, { caller }) => deleteDataTable(deps, mayEditWorkflows(caller), params.id),
  shareDataTable: ({ params, body }, { caller }) => shareDataTable(deps, mayEditWorkflows(caller), params.id, body),
  listTableRows: ({ params, query }, { caller }) => listTableRows(deps, mayEditWorkflows(caller), params.id, query),
  addTableRows: ({ params, body }, { caller }) =>
    addTableRows(deps, { grant: mayEditWorkflows(caller) }, params.id, body.rows),
  updateTableRows: ({ params, body }, { caller }) =>
    updateTableRows(deps, { grant: mayEditWorkflows(caller) }, params.id, body),
  deleteTableRows: ({ params, body }, { caller }) =>
    deleteTableRows(deps, { grant: mayEditWorkflows(caller) }, params.id, body.rows),
  importTableRows: ({ params, body }, { caller }) =>
    importTableRows(deps, { grant: mayEditWorkflows(caller) }, params.id, body.csv),
  exportTableRows: async ({ params }, { caller }) => {
    const file = await exportTableRows(deps, mayEditWorkflows(caller), params.id)
    return { ...file, type: 'file', mime: 'text/csv', bytes: null, disposition: 'attachment' }
  },
})
