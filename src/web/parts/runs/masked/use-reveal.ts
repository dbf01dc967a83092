/** Showing what a list masks, row by row or a whole page. The server records it before it answers. */
import { useState } from 'react'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { MASK } from '#contract/runs/oversight/mask-values.ts'
import { friendly } from '#web/api/friendly.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'

export interface RevealAsked {
  reveal: string
  reason?: string
}

export interface Reveal<Row> {
  /** With what was shown in them. */
  rows: readonly Row[]
  /** Whether something is hidden on this page. */
  hides: boolean
  mayShow: boolean
  /** Whether a button shows this row. */
  canShow: (row: Row) => boolean
  show: (row: Row) => void
  /** @throws what the server refuses */
  showAll: (reason: string) => Promise<void>
}

interface Options<Row, Field extends keyof Row> {
  rows: readonly Row[]
  /** Null for a row that can’t be asked for alone. */
  idOf: (row: Row) => string | null
  /** Where several rows are asked for by the same id. */
  keyOf?: (row: Row) => string | null
  /** What may be masked. The rest of a row stays as the list last said it. */
  fields: readonly Field[]
  /** The rows of the same page. */
  ask: (asked: RevealAsked) => Promise<readonly Row[]>
}

/** Whether the person’s role in this workspace shows what it masks; all of what is their own. */
export function useMayReveal(): boolean {
  const workspace = useUser()?.workspace
  return workspace === undefined || mayIn(workspace.role, 'reveal')
}

export function useReveal<Row, Field extends keyof Row>({
  rows,
  idOf,
  keyOf = idOf,
  fields,
  ask,
}: Options<Row, Field>): Reveal<Row> {
  const [shown, setShown] = useState<ReadonlyMap<string, Row>>(new Map())
  const mayShow = useMayReveal()
  const hidesIn = (row: Row) => fields.some((field) => JSON.stringify(row[field])?.includes(MASK) === true)
  const keep = (found: readonly Row[], only: string | null) =>
    setShown((before) => {
      const now = new Map(before)
      for (const row of found) {
        const key = keyOf(row)
        if (key !== null && (only === null || only === idOf(row))) now.set(key, row)
      }
      return now
    })
  const withShown = (row: Row): Row => {
    const key = keyOf(row)
    const known = key === null ? undefined : shown.get(key)
    if (!known || !hidesIn(row)) return row
    return { ...row, ...Object.fromEntries(fields.map((field) => [field, known[field]])) }
  }
  const merged = rows.map(withShown)
  return {
    rows: merged,
    hides: merged.some(hidesIn),
    mayShow,
    canShow: (row) => mayShow && idOf(row) !== null && hidesIn(row),
    show: (row) => {
      const id = idOf(row)
      if (id === null) return
      ask({ reveal: id }).then(
        (found) => keep(found, id),
        (error: unknown) => notify({ type: 'error', title: t('Not shown'), message: friendly(error) }),
      )
    },
    showAll: async (reason) => keep(await ask({ reveal: 'true', reason }), null),
  }
}
