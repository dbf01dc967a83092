/** What came out of the chaos of connectors: each run against what the services were asked for it. */
import type { Pool } from '#server/platform/database/pool.ts'
import { patiently } from '#test/support/chaos-judge.ts'
import type { GoogleStandIn } from './google.ts'
import type { Kind, Scene } from './scene.ts'

export interface AppChaosResult {
  runs: number
  succeeded: number
  /** Failed by the name of an answer that was lost: its owner was told to look. */
  told: number
  /** Did not end, or failed otherwise. */
  lost: number
  /** Effects of runs that succeeded and were not made. */
  missing: number
  /** Effects that must happen once and happened more often. */
  twice: number
  /** Effects of no run, or made with another account. */
  foreign: number
  /** Idempotent ones that were asked for again: allowed, and few. */
  repeated: number
  /** Calls that were refused for their account, whose run waited for it. */
  waited: number
  kills: number
  seconds: number
  tokens: number
  refused: number
  busy: number
  lost_answers: number
  requests: number
  reasons: Record<string, number>
  errors: string
}

interface RunRow {
  id: string
  status: string
  code: string | null
  n: string
  output: { calls?: { ok: boolean }[] } | null
}

/** How a run may end whose app lost an answer, or whose worker was killed before one came. */
const TOLD = new Set(['answer_lost', 'http_failed', 'http_timeout', 'mcp_failed'])

export interface Judged {
  google: GoogleStandIn
  scene: Scene
  /** Notes that the MCP server wrote. */
  notes: readonly string[]
  wanted: ReadonlyMap<string, string>
  idOf(n: string): string
}

/** The effects of a run that must happen once, and those that may be repeated. */
const effectsOf = (n: string, kind: Kind): { once: string[]; again: string[] } =>
  kind === 'tool'
    ? { once: [`${n}:note`], again: [] }
    : kind === 'agent'
      ? { once: [`${n}:agent`], again: [] }
      : { once: [`${n}:row`], again: [`${n}:cells`] }

export async function judge(pool: Pool, { google, scene, notes, wanted, idOf }: Judged) {
  const made = new Map([...google.written].map(([key, { keys }]) => [key, keys.length]))
  for (const note of notes) made.set(note, (made.get(note) ?? 0) + 1)
  const { rows } = await patiently(() =>
    pool.query<RunRow>(
      `select e.id, e.status, e.error ->> 'code' as code, e.output,
        coalesce(e.input ->> 'n', (w.document -> 'nodes' -> 0 -> 'config' -> 'input' ->> 'spreadsheetId') || '-' || (e.input ->> 'row')) as n
       from executions e join workflow_versions w on w.id = e.workflow_version_id`,
    ),
  )
  const byName = new Map<string, RunRow[]>()
  for (const row of rows) byName.set(row.n, [...(byName.get(row.n) ?? []), row])
  const figures = { runs: wanted.size, succeeded: 0, told: 0, lost: 0, missing: 0, twice: 0, foreign: 0, repeated: 0 }
  const reasons: Record<string, number> = {}
  const because = (reason: string) => {
    reasons[reason] = (reasons[reason] ?? 0) + 1
  }
  const known = new Set<string>()
  for (const [n, kind] of wanted as ReadonlyMap<string, Kind>) {
    const { once, again } = effectsOf(n, kind)
    for (const key of [...once, ...again]) {
      known.add(key)
      const account = google.written.get(key)?.account
      if (account !== undefined && account !== scene.accounts[kind]) figures.foreign++
    }
    const most = Math.max(...once.map((key) => made.get(key) ?? 0))
    if (most > 1) {
      figures.twice++
      because(`${kind}: made ${most} times`)
    }
    figures.repeated += again.filter((key) => (made.get(key) ?? 0) > 1).length
    const [run, ...more] = byName.get(n) ?? []
    if (more.length > 0) because(`${kind}: several runs`)
    figures.foreign += more.length
    if (kind !== 'trigger' && run && run.id !== idOf(n)) figures.foreign++
    const isTold = run?.output?.calls?.some(({ ok }) => !ok) === true
    if (run?.status === 'succeeded' && !isTold) {
      figures.succeeded++
      const lacking = [...once, ...again].filter((key) => !made.has(key))
      figures.missing += lacking.length
      if (lacking.length > 0) because(`${kind}: succeeded without its effect`)
    } else if (isTold || (run?.status === 'failed' && TOLD.has(run.code ?? ''))) {
      figures.told++
      because(`${kind}: ${run?.code ?? 'told to the model'}`)
    } else {
      figures.lost++
      because(`${kind}: ${run ? `${run.status} ${run.code ?? ''}` : 'no run'}`)
    }
  }
  figures.foreign += [...made.keys()].filter((key) => !known.has(key)).length
  const waits = await patiently(() =>
    pool.query<{ n: number }>(`select count(*)::int as n from app_calls where error = 'credential_reconnect'`),
  )
  return { ...figures, waited: waits.rows[0]?.n ?? 0, reasons }
}
