/**
 * What workspaces cost: a workspace of 200 members and 100,000 runs opens its dashboard, its lists of runs and people, one run, and its review queue; with
 * `--against FOLDER` (the checkout of a version without workspaces) one person with as many runs asks both versions in turns.
 * `npm run bench -- practice [--members 200] [--runs 100000] [--against FOLDER] [--queue]`; `--queue` asks for the review queue alone, also of the
 * version before, which must have workspaces then
 *
 * Exits non-zero when the dashboard of the workspace takes more than 300 ms, its review queue more than 60 (95 %), or a request more than 1.1 times as long as before.
 */
import { parseArgs } from 'node:util'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { WORKSPACE_HEADER } from '#shared/workspace-address.ts'
import { node, wires, workflow } from '../test/support/engine.ts'
import { startProgram, temporaryFolder } from '../test/support/program.ts'
import { raise } from '../test/support/raise.ts'
import { done, PASSWORD, signIn, type Visit, visit } from '../test/support/visit.ts'

const DASHBOARD_MS = 300
const QUEUE_MS = 60
const MOST_RATIO = 1.1
const TIMES = 60
/** Of each version: fewer leave the ratio to chance. */
const COMPARED_TIMES = 300
const EMAIL = 'owner@example.test'

const { values } = parseArgs({
  options: {
    members: { type: 'string', default: '200' },
    runs: { type: 'string', default: '100000' },
    against: { type: 'string' },
    queue: { type: 'boolean', default: false },
  },
})

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) / 2)] ?? 0
const nineteenOf20 = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.95)] ?? 0

/** Runs of one workflow over the last months, one in 20 failed. @param by who started them in turns, for a workspace */
async function fillRuns(pool: Pool, owner: string, workflowId: string, by: readonly string[] = []): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set synchronous_commit = off')
    const { rows } = await client.query(
      `select workflow_version_id as id from executions where workflow_id = $1 limit 1`,
      [workflowId],
    )
    await client.query(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, priority, error, input, output, created_at, started_at, finished_at
         ${by.length > 0 ? ', started_by' : ''})
       select uuidv7(t - now()), $1, $2, $3, case when i % 20 = 0 then 'failed' else 'succeeded' end, 'manual', 'normal',
         case when i % 20 = 0 then jsonb_build_object('code', 'code_' || i % 7, 'node_id', 'n', 'message', 'x') end, '{"text":"x"}', '{}', t, t, t
         ${by.length > 0 ? ', ($5::uuid[])[1 + i % cardinality($5::uuid[])]' : ''}
       from (select i, now() - i * interval '97 seconds' as t from generate_series(1, $4::int) i) made`,
      [owner, workflowId, rows[0]?.id, Number(values.runs), ...(by.length > 0 ? [by] : [])],
    )
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

const steps = () =>
  workflow(
    [node('start', 'manual_trigger'), node('work', 'set_fields', { json: '{{ $input }}' })],
    wires('start > work'),
  )

interface Side {
  url: string
  pool: Pool
  mine: Visit
  workflowId: string
  runId: string
  stop(): Promise<void>
}

const folders: ReturnType<typeof temporaryFolder>[] = []

/** One version with a person who has all the runs. */
async function open(version?: string): Promise<Side> {
  const [folder, data] = [temporaryFolder(), temporaryFolder()]
  folders.push(folder, data)
  const postgres = await joinPostgres({ dataDir: data.path, database: 'practice', onLost: raise })
  const program = await startProgram(
    { DATA_DIR: folder.path, DATABASE_URL: postgres.url, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD },
    version === undefined ? {} : { version },
  )
  const pool = createPool(postgres.url, 2)
  const mine = visit(program.url, await signIn(program.url, EMAIL, PASSWORD))
  const workflowId = await mine.workflow('Bench', steps())
  const run = await mine.run({ workflow_id: workflowId }, { text: 'x' }, 10_000)
  // Someone who builds: who runs the marketplace is told what waits there, too.
  const { rows } = await pool.query(`update users set role = 'creator_admin' where email = $1 returning id`, [EMAIL])
  await fillRuns(pool, rows[0]?.id, workflowId)
  return {
    url: program.url,
    pool,
    mine,
    workflowId,
    runId: run.execution_id,
    stop: async () => {
      await program.end('SIGTERM')
      await pool.end()
      await postgres.leave()
    },
  }
}

/** What is asked of both versions; `n` is the number of the request. */
const REQUESTS: Record<string, (side: Side, n: number) => Promise<unknown>> = {
  dashboard: ({ mine }) => done(mine.call('GET', '/api/v1/dashboard/stats')),
  'list of runs': ({ mine }, n) => done(mine.call('GET', `/api/v1/executions?limit=25&offset=${25 * (n % 4)}`)),
  'failed runs': ({ mine }, n) =>
    done(mine.call('GET', `/api/v1/executions?status=failed&limit=25&offset=${25 * (n % 4)}`)),
  'one run': ({ mine, runId }) => done(mine.call('GET', `/api/v1/executions/${runId}`)),
  'search of agents': ({ mine }, n) =>
    done(mine.call('GET', `/api/v1/agents?search=${['contract', 'invoice', 'codes', 'reply'][n % 4]}`)),
  'list of workflows': ({ mine }) => done(mine.call('GET', '/api/v1/workflows?limit=25')),
  'a run to its end': ({ mine, workflowId }, n) => mine.run({ workflow_id: workflowId }, { text: `n${n}` }, 10_000),
}

const timed = async (what: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await what()
  return performance.now() - began
}

/** In turns, the first of each pair changing: what one version leaves behind in the machine then meets both. */
async function compare(before: Side, now: Side): Promise<boolean> {
  const rows = []
  for (const [what, ask] of Object.entries(REQUESTS)) {
    const took: [number[], number[]] = [[], []]
    for (let n = -10; n < COMPARED_TIMES; n += 1)
      for (const side of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const ms = await timed(() => ask(side === 0 ? before : now, n + 10))
        if (n >= 0) took[side].push(ms)
      }
    const [old, own] = [median(took[0]), median(took[1])]
    rows.push({
      request: what,
      before_ms: Number(old.toFixed(2)),
      now_ms: Number(own.toFixed(2)),
      ratio: Number((own / old).toFixed(2)),
    })
  }
  console.table(rows)
  return rows.every(({ ratio }) => ratio <= MOST_RATIO)
}

/** A result with three findings, as an agent that finds codes gives it. */
const FOUND = JSON.stringify({
  ...{ view: 'codes', notice: null, document: null, text: 'No flu now.' },
  codes: ['J11', 'E11', 'I10'].map((code, at) => ({
    ...{ code, description: `About ${code}`, confidence: 0.5 + at / 10, assertion: 'present' },
    evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
  })),
})
/** Runs that ended since anybody looked at the queue. */
const UNREAD = 3000

/** All runs of the workspace have findings, which were read, apart from those of the newest. In the tables of both versions. */
async function fillQueue(pool: Pool, slug: string): Promise<void> {
  const findings = ['J11', 'E11', 'I10'].map((code) => ({
    ...{ id: `code:${code}:present`, label: code, tab: 'codes', system: 'icd-10-cm', confidence: 0.5 },
  }))
  const client = await pool.connect()
  try {
    const { rows } = await client.query(`select to_regclass('unread_results') is not null as is_kept`)
    const isKept = rows[0]?.is_kept === true
    await client.query('begin')
    // What the newer version has read by now, and reads meanwhile.
    if (isKept) await client.query('lock table unread_results in exclusive mode')
    await client.query(
      `update executions e set output = $2::jsonb from workspaces w where w.slug = $1 and e.owner_id = w.id and e.status = 'succeeded'`,
      [slug, FOUND],
    )
    await client.query(`delete from run_reviews r using workspaces w where w.slug = $1 and r.owner_id = w.id`, [slug])
    await client.query(
      `insert into run_reviews (execution_id, owner_id, finished_at, findings, finding_count, lowest_confidence)
       select e.id, e.owner_id, e.finished_at, $3::jsonb, 3, (e.n % 100)::real / 100
       from (select e.*, row_number() over (order by e.created_at desc) as n from executions e join workspaces w on w.id = e.owner_id
         where w.slug = $1 and e.status = 'succeeded') e where e.n > $2`,
      [slug, UNREAD, JSON.stringify(findings)],
    )
    if (isKept) {
      await client.query('delete from unread_results')
      await client.query(
        `insert into unread_results (execution_id, owner_id, created_at, of_workspace)
         select e.id, e.owner_id, e.created_at, true from executions e join workspaces w on w.id = e.owner_id
         where w.slug = $1 and e.status = 'succeeded' and not exists (select from run_reviews r where r.execution_id = e.id)`,
        [slug],
      )
    }
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}

/** The review queue with thousands of results that nobody has read, and once they are read. @returns the slowest of its 95 % in ms */
async function measureQueue({ pool, mine }: Side, version: string, slug: string): Promise<number> {
  const inside = { [WORKSPACE_HEADER]: slug }
  await fillQueue(pool, slug)
  const ask = (query = '') => done(mine.call('GET', `/api/v1/review${query}`, undefined, inside))
  const rows: { version: string; what: string; p50_ms: number; p95_ms: number }[] = []
  const measure = async (what: string, query = '', times = TIMES) => {
    const took: number[] = []
    for (let n = 0; n < times; n += 1) took.push(await timed(() => ask(query)))
    rows.push({ version, what, p50_ms: Number(median(took).toFixed(1)), p95_ms: Number(nineteenOf20(took).toFixed(1)) })
  }
  await measure('while results are unread', '', 50)
  while ((await ask()).preparing === true);
  await measure('all read')
  await measure('the least sure first', '?sort=confidence')
  await measure('of nobody, the newest first', '?sort=newest&assignee=nobody')
  console.table(rows)
  const { total } = await ask()
  console.log(`${version}: ${total} documents in the queue.`)
  return Math.max(...rows.map(({ p95_ms }) => p95_ms))
}

/** A workspace with all its members and runs, asked by its owner and by a member. */
async function fillWorkspace({ pool, mine }: Side): Promise<{ slug: string; id: string }> {
  const { slug, id } = await done(mine.call('POST', '/api/v1/workspaces', { name: 'Lakeside Clinic' }))
  const inside = { [WORKSPACE_HEADER]: slug }
  const made = await done(mine.call('POST', '/api/v1/workflows', { name: 'Bench', document: steps() }, inside))
  await done(
    mine.call(
      'POST',
      '/api/v1/workflows/execute',
      { workflow_id: made.id, input: { text: 'x' }, wait_ms: 10_000 },
      inside,
    ),
  )
  const { rows: members } = await pool.query(
    `with people as (
       insert into users (firebase_uid, email, display_name)
       select 'm' || i, 'member' || i || '@example.test', 'Member ' || i from generate_series(1, $1::int) i returning id
     ) insert into workspace_members (workspace_id, user_id, role)
       select w.id, p.id, 'member' from people p, workspaces w where w.slug = $2 returning workspace_id, user_id`,
    [Number(values.members) - 1, slug],
  )
  await fillRuns(
    pool,
    members[0]?.workspace_id,
    made.id,
    members.map(({ user_id }) => user_id),
  )
  return { slug, id }
}

async function measureWorkspace(side: Side, { slug, id }: { slug: string; id: string }): Promise<boolean> {
  const { mine } = side
  const inside = { [WORKSPACE_HEADER]: slug }
  const paths = {
    dashboard: '/api/v1/dashboard/stats',
    'list of runs': '/api/v1/executions?limit=25',
    people: `/api/v1/workspaces/${id}/people`,
    'cost by person': '/api/v1/credits/spending',
    accuracy: '/api/v1/review/accuracy',
  }
  const rows = []
  for (const [what, path] of Object.entries(paths)) {
    const first = await mine.call('GET', path, undefined, inside)
    if (first.status >= 300) throw new Error(`${path}: ${first.status} ${first.message}`)
    const took: number[] = []
    for (let n = 0; n < TIMES; n += 1) took.push(await timed(() => done(mine.call('GET', path, undefined, inside))))
    rows.push({ what, p50_ms: Number(median(took).toFixed(1)), p95_ms: Number(nineteenOf20(took).toFixed(1)) })
  }
  const page: number[] = []
  for (let n = 0; n < 20; n += 1)
    page.push(await timed(async () => (await fetch(`${side.url}/w/${slug}/dashboard`)).text()))
  rows.push({
    what: 'page of the dashboard',
    p50_ms: Number(median(page).toFixed(1)),
    p95_ms: Number(nineteenOf20(page).toFixed(1)),
  })
  console.table(rows)
  return (rows[0]?.p95_ms ?? Number.POSITIVE_INFINITY) + (rows.at(-1)?.p95_ms ?? 0) <= DASHBOARD_MS
}

try {
  const now = await open()
  try {
    const place = await fillWorkspace(now)
    const opened = values.queue || (await measureWorkspace(now, place))
    if (!values.queue)
      console.log(
        `${values.members} members and ${values.runs} runs: page and figures ${opened ? 'in at most' : 'in more than'} ${DASHBOARD_MS} ms.`,
      )
    let level = true
    if (values.against) {
      const before = await open(values.against)
      try {
        // A version without workspaces has no review queue of one.
        if (values.queue) await measureQueue(before, 'before', (await fillWorkspace(before)).slug)
        else {
          level = await compare(before, now)
          console.log(
            level
              ? `Nothing takes more than ${MOST_RATIO} times as long.`
              : `Some take more than ${MOST_RATIO} times as long.`,
          )
        }
      } finally {
        await before.stop()
      }
    }
    const slowest = await measureQueue(now, 'now', place.slug)
    console.log(`The review queue: ${slowest <= QUEUE_MS ? 'at most' : 'more than'} ${QUEUE_MS} ms.`)
    if (!opened || !level || slowest > QUEUE_MS) process.exitCode = 1
  } finally {
    await now.stop()
  }
} finally {
  for (const folder of folders) folder.remove()
}
