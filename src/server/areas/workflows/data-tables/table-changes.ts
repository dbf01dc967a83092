/** Changes of a table as a workflow is started with them. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { AppError } from '#contract/core/errors.ts'
import type { Json, UserId, WorkflowId } from '#contract/core/primitives.ts'
import { DataTableId, type TableColumn } from '#contract/workflows/data-tables.ts'
import { tableTrigger } from '#nodes/types/triggers/table-trigger.ts'
import { type Cells, valuesOf } from './cells.ts'
import * as store from './changes.store.ts'
import { checkFilter } from './conditions.ts'
import { findTable } from './data-tables.store.ts'
import type { TableDb } from './data-tables.ts'
import { filterSql } from './filter.store.ts'

export type TableTriggerSettings = z.output<typeof tableTrigger.config>

export interface TableChange {
  id: string
  /** Whether the workflow waits for it. */
  matches: boolean
  chain: WorkflowId[]
  value: { [name: string]: Json }
}

export interface WaitingChanges {
  table: { id: string; name: string }
  changes: TableChange[]
}

const changedIds = ({ before, cells }: Pick<store.ChangeRow, 'before' | 'cells'>, columns: readonly TableColumn[]) =>
  before === null ? [] : columns.filter(({ id }) => !isDeepStrictEqual(before[id], cells[id]))

function isWanted(row: store.ChangeRow, { event, columns: wanted }: TableTriggerSettings, changed: TableColumn[]) {
  const events = event === 'added_or_changed' ? ['added', 'changed'] : [event]
  if (event !== 'any' && !events.includes(row.change)) return false
  return row.change !== 'changed' || wanted.length === 0 || changed.some(({ name }) => wanted.includes(name))
}

function present(row: store.ChangeRow, columns: readonly TableColumn[], settings: TableTriggerSettings): TableChange {
  const changed = changedIds(row, columns)
  const values = (cells: Cells) => valuesOf(columns, cells)
  return {
    id: row.id,
    matches: row.matches && isWanted(row, settings, changed),
    chain: row.chain,
    value: {
      change: row.change,
      row: { id: row.row_id, ...values(row.cells) },
      before: row.before && values(row.before),
      changed_columns: changed.map(({ name }) => name),
      at: row.at.toISOString(),
    },
  }
}

/**
 * The oldest changes that wait for a trigger.
 * @throws not_found where its owner may not read the table (any more), invalid_input for settings that don’t fit it
 */
export async function readTableChanges(
  deps: TableDb,
  owner: UserId,
  { trigger, config, test }: { trigger: string; config: unknown; test: boolean },
  limit: number,
): Promise<{ settings: TableTriggerSettings } & WaitingChanges> {
  const read = tableTrigger.config.safeParse(config)
  if (!read.success || read.data.table_id === undefined)
    throw new AppError('invalid_input', { message: 'The settings of the trigger aren’t valid.' })
  const settings = read.data
  const id = DataTableId.parse(settings.table_id)
  const table = await findTable(deps.db, { user: owner, askProof: deps.askProof }, id)
  if (!table) throw new AppError('not_found', { message: 'Its data table was deleted or isn’t shared any more.' })
  const { columns, name } = table
  const missing = settings.columns.find((wanted) => !columns.some((one) => one.name === wanted))
  if (missing !== undefined) throw new AppError('invalid_input', { message: `The table has no column “${missing}”.` })
  const where = filterSql(checkFilter(columns, settings, 'filter'))
  const rows = await store.findChanges(deps.db, { trigger, table: id, test }, where, limit)
  return { settings, table: { id, name }, changes: rows.map((row) => present(row, columns, settings)) }
}
