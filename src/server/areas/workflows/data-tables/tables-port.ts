/** `ctx.tables` of the nodes: data tables that the workflow's author may use. */
import { AppError } from '#contract/core/errors.ts'
import { DataTableId, type TableRow } from '#contract/workflows/data-tables.ts'
import { nameBasedId } from '#nodes/lib/data/name-based-id.ts'
import { NodeError } from '#nodes/node.ts'
import type { RunAs, TableRowValue, TablesPort } from '#nodes/ports.ts'
import { ownerEdits } from '#server/areas/workflows/workflows/workflows.policy.ts'
import type { TableDb } from './data-tables.ts'
import {
  addOrUpdateRow,
  addRowsOnce,
  type Changer,
  deleteTableRows,
  findTableRows,
  updateTableRows,
} from './table-rows.ts'

const notFound = () =>
  new NodeError('table_not_found', 'This data table was deleted or belongs to another account', { field: 'table_id' })

/** The settings of the step are not nested as bodies of requests are. */
const fieldOf = (field: string | null | undefined): string | undefined =>
  field?.replace(/^(?:rows\.)?filter\./, '').replace(/^values\.|^rows\.\d+\./, 'values.')

function asNodeError(cause: unknown): unknown {
  if (!(cause instanceof AppError)) return cause
  if (cause.code === 'not_found') return notFound()
  const [problem] = cause.problems
  const field = fieldOf(problem?.field)
  if (cause.code === 'forbidden') return new NodeError('table_read_only', cause.message, { field: 'table_id' })
  if (cause.code === 'limit_reached') return new NodeError('table_full', cause.message)
  if (cause.code !== 'invalid_input') return cause
  const code = field?.startsWith('conditions') ? 'table_condition' : 'table_value'
  return new NodeError(code, problem?.message ?? cause.message, { ...(field && { field }) })
}

const present = ({ id, values, created_at, updated_at }: TableRow): TableRowValue => ({
  id,
  ...values,
  created_at,
  updated_at,
})

export function createTablesPort(deps: TableDb): TablesPort {
  /** @throws NodeError */
  const asAuthor = async <T>(
    table: string,
    { author, execution, version }: RunAs,
    ask: (by: Changer, id: DataTableId) => Promise<T>,
  ): Promise<T> => {
    const id = DataTableId.safeParse(table)
    if (!id.success || author === null) throw notFound()
    try {
      const run = execution === undefined || version === null ? null : { execution, version }
      return await ask({ grant: ownerEdits(author), run }, id.data)
    } catch (cause) {
      throw asNodeError(cause)
    }
  }
  return {
    find: (table, query, who) =>
      asAuthor(table, who, async ({ grant }, id) => {
        const { items, total } = await findTableRows(deps, grant, id, query)
        return { rows: items.map(present), total }
      }),
    add: (table, rows, key, who) =>
      asAuthor(table, who, async (by, id) => {
        const named = await Promise.all(
          rows.map(async (values, at) => ({ id: await nameBasedId(`${key}:${at}`), values })),
        )
        return (await addRowsOnce(deps, by, id, named)).map(present)
      }),
    update: (table, filter, values, who) =>
      asAuthor(table, who, async (by, id) => (await updateTableRows(deps, by, id, { rows: { filter }, values })).rows),
    addOrUpdate: (table, filter, values, key, who) =>
      asAuthor(table, who, async (by, id) =>
        addOrUpdateRow(deps, by, id, { filter, values, row_id: await nameBasedId(key) }),
      ),
    delete: (table, filter, who) =>
      asAuthor(table, who, async (by, id) => (await deleteTableRows(deps, by, id, { filter })).rows),
  }
}
