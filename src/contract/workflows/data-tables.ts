/** Data tables: typed rows that a person keeps here, and that workflows and agents read and write. */
import { z } from 'zod'
import { Email } from '#contract/accounts/auth.ts'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Json, listOf, listQuery, recordOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { COLUMN_NAME, COLUMN_TYPES, CONDITIONS, ROW_FIELDS, TABLE_ACCESS, TABLE_LIMITS } from './data-table-values.ts'

export const DataTableId = z.uuid().brand('DataTableId')
export type DataTableId = z.infer<typeof DataTableId>
export const TableRowId = z.uuid().brand('TableRowId')
export type TableRowId = z.infer<typeof TableRowId>

const Name = z.string().trim().min(1, 'Enter a name').max(TABLE_LIMITS.name)
const ColumnName = z
  .string()
  .regex(COLUMN_NAME, 'Start with a letter and use only letters, digits and underscores')
  .refine((name) => !ROW_FIELDS.some((taken) => taken === name.toLowerCase()), 'Every row already has this field')

export const TableColumn = z.object({ id: z.string(), name: z.string(), type: z.enum(COLUMN_TYPES) })
export type TableColumn = z.infer<typeof TableColumn>

/** One with the id of a column there is keeps its values under another name. */
const ColumnWanted = z.strictObject({
  id: z.string().max(8).optional(),
  name: ColumnName,
  type: z.enum(COLUMN_TYPES).default('text'),
})
export type ColumnWanted = z.output<typeof ColumnWanted>
const Columns = z.array(ColumnWanted).min(1, 'Add a column').max(TABLE_LIMITS.columns)

export const DataTable = z.object({
  id: DataTableId,
  name: z.string(),
  columns: z.array(TableColumn),
  rows: z.number().int(),
  /** Counts changes of its name and columns. */
  revision: z.number().int(),
  role: z.enum(['owner', ...TABLE_ACCESS]),
  /** Who owns it. */
  owner: z.string(),
  updated_at: Timestamp,
})
export type DataTable = z.infer<typeof DataTable>

/** `shares` are shown to the owner alone. */
const DataTableDetail = DataTable.extend({
  shares: z.array(z.object({ email: z.string(), access: z.enum(TABLE_ACCESS), at: Timestamp })),
})
export type DataTableDetail = z.infer<typeof DataTableDetail>

/** Values by the names of columns; an empty one is left out or null. */
const Values = recordOf(z.string().max(63), Json, TABLE_LIMITS.columns)
export const TableRow = z.object({
  id: TableRowId,
  values: Values,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type TableRow = z.infer<typeof TableRow>

export const RowCondition = z.strictObject({
  column: z.string().min(1, 'Choose a column').max(63),
  is: z.enum(CONDITIONS).default('is'),
  value: Json.optional(),
})
export type RowCondition = z.output<typeof RowCondition>

export const RowFilter = z.strictObject({
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(RowCondition).max(TABLE_LIMITS.conditions),
})
export type RowFilter = z.output<typeof RowFilter>

/** The rows that are meant: these, or those that the filter finds. */
export const TableRows = z.union([
  z.strictObject({ ids: z.array(TableRowId).min(1).max(TABLE_LIMITS.at_once) }),
  z.strictObject({ filter: RowFilter }),
])
export type TableRows = z.output<typeof TableRows>

const author = withPermission('workflows.create')
const params = z.object({ id: DataTableId })
const path = '/api/v1/data-tables/{id}'
const Changed = z.object({ rows: z.number().int() })

export const dataTableEndpoints = {
  listDataTables: endpoint({
    method: 'GET',
    path: '/api/v1/data-tables',
    access: author,
    query: wholeList(TABLE_LIMITS.per_person),
    returns: listOf(DataTable),
  }),
  createDataTable: endpoint({
    method: 'POST',
    path: '/api/v1/data-tables',
    access: author,
    body: z.strictObject({ name: Name, columns: Columns }),
    returns: DataTableDetail,
    errors: ['already_exists', 'limit_reached'],
    success: 201,
  }),
  getDataTable: endpoint({
    method: 'GET',
    path,
    access: author,
    params,
    returns: DataTableDetail,
    errors: ['not_found'],
  }),
  updateDataTable: endpoint({
    method: 'PUT',
    path,
    access: author,
    params,
    body: z.strictObject({
      name: Name.optional(),
      /** All columns in their order: one that is missing is deleted with its values. */
      columns: Columns.optional(),
      /** The one that was looked at: what changed meanwhile is not overwritten. */
      revision: z.number().int().min(0).max(2_000_000_000),
    }),
    returns: DataTableDetail,
    errors: ['not_found', 'already_exists', 'stale_details'],
  }),
  shareDataTable: endpoint({
    method: 'PUT',
    path: `${path}/shares`,
    access: author,
    params,
    body: z.strictObject({ email: Email, access: z.enum([...TABLE_ACCESS, 'none']) }),
    returns: DataTableDetail,
    errors: ['not_found', 'limit_reached', 'too_many_requests'],
  }),
  deleteDataTable: endpoint({
    method: 'DELETE',
    path,
    access: author,
    params,
    returns: z.object({ id: DataTableId }),
    errors: ['not_found'],
  }),
  listTableRows: endpoint({
    method: 'GET',
    path: `${path}/rows`,
    access: author,
    params,
    query: z.object({
      ...listQuery(50, TABLE_LIMITS.at_once),
      /** A column, or `created_at` or `updated_at`. */
      sort: z.string().max(63).default('created_at'),
      order: z.enum(['asc', 'desc']).default('asc'),
      /** A filter as JSON. */
      filter: z.string().max(20_000).optional(),
    }),
    returns: listOf(TableRow),
    errors: ['not_found'],
  }),
  addTableRows: endpoint({
    method: 'POST',
    path: `${path}/rows`,
    access: author,
    params,
    body: z.strictObject({ rows: z.array(Values).min(1, 'Add a row').max(TABLE_LIMITS.at_once) }),
    returns: z.object({ rows: z.array(TableRow) }),
    errors: ['not_found', 'limit_reached'],
    success: 201,
  }),
  updateTableRows: endpoint({
    method: 'PUT',
    path: `${path}/rows`,
    access: author,
    params,
    body: z.strictObject({ rows: TableRows, values: Values }),
    returns: Changed,
    errors: ['not_found', 'limit_reached'],
  }),
  deleteTableRows: endpoint({
    method: 'POST',
    path: `${path}/rows/delete`,
    access: author,
    params,
    body: z.strictObject({ rows: TableRows }),
    returns: Changed,
    errors: ['not_found'],
  }),
  importTableRows: endpoint({
    method: 'POST',
    path: `${path}/import`,
    access: author,
    params,
    body: z.strictObject({
      csv: z
        .string()
        .min(1, 'Choose a file')
        .max(TABLE_LIMITS.file, `Use a file of at most ${TABLE_LIMITS.file} characters`),
    }),
    returns: Changed,
    errors: ['not_found', 'import_refused', 'limit_reached'],
    timeout: 30_000,
  }),
  exportTableRows: endpoint({
    method: 'GET',
    path: `${path}/export`,
    access: author,
    params,
    answers: 'file',
    returns: z.string(),
    errors: ['not_found'],
    timeout: 3_600_000,
  }),
}
