/** What a row of the results table says once people have decided about its result: without what was rejected, with what was edited. */
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { BatchItem } from '#contract/services/batches.ts'
import { findSettled, type SettledRun } from '#server/areas/runs/runs.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ItemRow } from './items.store.ts'

export type ShownRow = ItemRow & Pick<BatchItem, 'decided'>

type Finding = SettledRun['findings'][number]

const FIELD = 'field:'
const BETWEEN = '; '
const flat = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The finding that a line begins with here; the line has them in their order, each as its label and perhaps a title. */
const at = (top: string, from: number, findings: readonly Finding[]): number =>
  findings.findIndex(({ label }) => {
    const words = flat(label)
    if (words === '') return false
    // The line may end within it.
    if (top.endsWith('…') && from < top.length - 1 && words.startsWith(top.slice(from, -1))) return true
    return top.startsWith(words, from) && /^(?:[ ;…]|$)/.test(top.slice(from + words.length))
  })

/** @param top the first findings in one line, as `summarise` wrote it */
export function withoutRejected(top: string, all: readonly Finding[]): string {
  const left: string[] = []
  let findings = all.filter(({ id }) => !id.startsWith(FIELD))
  for (let from = 0; from < top.length; ) {
    const found = at(top, from, findings)
    const one = findings[found]
    const rest = findings.slice(found + 1)
    const searched = from + (one ? flat(one.label).length : 0)
    let end = top.indexOf(BETWEEN, searched)
    // A title may have a semicolon of its own.
    while (one && end >= 0 && at(top, end + BETWEEN.length, rest) < 0) end = top.indexOf(BETWEEN, end + 1)
    const line = top.slice(from, end < 0 ? top.length : end)
    if (one?.verdict === 'edited') left.push(one.value ?? line)
    else if (one?.verdict !== 'rejected') left.push(line)
    if (one) findings = rest
    from = end < 0 ? top.length : end + BETWEEN.length
  }
  return left.join(BETWEEN)
}

/** Single values that were found, by the names of their columns. */
function fieldsLeft(fields: Readonly<Record<string, string>>, findings: readonly Finding[]): Record<string, string> {
  const left = { ...fields }
  for (const { id, verdict, value } of findings) {
    const name = flat(id.slice(FIELD.length).replace(/#\d+$/, ''))
    if (!id.startsWith(FIELD) || left[name] === undefined) continue
    if (verdict === 'rejected') delete left[name]
    else if (verdict === 'edited' && value !== null) left[name] = value
  }
  // A value that the result has on its own as well, such as its main code.
  const kept = new Set(findings.flatMap(({ verdict, label }) => (verdict === 'rejected' ? [] : [flat(label)])))
  for (const [name, text] of Object.entries(left))
    if (!kept.has(text) && findings.some(({ verdict, label }) => verdict === 'rejected' && flat(label) === text))
      delete left[name]
  return left
}

function decidedRow(row: ItemRow, { findings }: SettledRun): ShownRow {
  const count = (wanted: Finding['verdict']) => findings.filter(({ verdict }) => verdict === wanted).length
  const decided = { accepted: count('accepted'), edited: count('edited'), rejected: count('rejected') }
  return {
    ...row,
    decided,
    top: row.top === null ? null : withoutRejected(row.top, findings),
    fields: row.fields && fieldsLeft(row.fields, findings),
    findings: row.findings === null ? null : Math.max(0, row.findings - decided.rejected),
  }
}

/** As many as one look at the database reads. */
export async function withDecisions(db: Queryable, rows: readonly ItemRow[]): Promise<ShownRow[]> {
  const ids = rows.flatMap(({ execution_id, review }): ExecutionId[] =>
    execution_id !== null && (review === 'started' || review === 'signed_off') ? [execution_id] : [],
  )
  const settled = await findSettled(db, ids)
  return rows.map((row) => {
    const run = row.execution_id === null ? undefined : settled.get(row.execution_id)
    return run ? decidedRow(row, run) : { ...row, decided: null }
  })
}
