/** A person's runs for support. */
import type { PersonRun } from '#contract/admin/people.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { causeOf } from '#contract/runs/failure-causes.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findRunsOf, type PersonRunRow } from './runs-of-person.store.ts'

const CODE = /^[a-z][a-z0-9_]{0,63}$/

/** A workflow may invent codes: one that does not look like a code is not shown. */
function errorOf({ status, error_code }: PersonRunRow): PersonRun['error'] {
  if (status !== 'failed') return null
  const code = error_code !== null && CODE.test(error_code) ? error_code : 'failed'
  return { code, cause: causeOf(code) }
}

const iso = (time: Date | null) => time?.toISOString() ?? null

const present = (row: PersonRunRow): PersonRun => ({
  id: row.id,
  status: row.status,
  trigger: row.trigger,
  agent:
    row.agent_id !== null && row.agent_slug !== null && row.agent_name !== null
      ? { id: row.agent_id, slug: row.agent_slug, name: row.agent_name }
      : null,
  error: errorOf(row),
  cost_paise: row.cost_paise,
  refunded_paise: row.refunded_paise,
  refundable_paise: row.refundable_paise,
  created_at: row.created_at.toISOString(),
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
})

export async function listRunsOf(
  db: Queryable,
  owner: UserId,
  { status, limit, offset }: { status: 'all' | 'failed'; limit: number; offset: number },
) {
  const { rows, total } = await findRunsOf(db, owner, { failed: status === 'failed', limit, offset })
  return { items: rows.map(present), total, limit, offset }
}
