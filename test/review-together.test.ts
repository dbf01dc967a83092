/**
 * Three people of a practice decide about the same documents at once, each with the viewer's own way of sending. The short form has 12
 * documents, the long one the 200 of a busy day. No decision may go under unseen: each is kept, or its person was shown the other one
 * and gave in.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import type { FindingDecision, RunReview } from '#contract/runs/decisions.ts'
import { output } from '#nodes/node.ts'
import { ApiError } from '#web/api/api-error.ts'
import { DecisionSync, type Press } from '#web/viewer/decision-sync.ts'
import { createTestApp, type Person, type TestApp } from './support/app.ts'
import { addAgent } from './support/catalogue.ts'
import { node, wires, workflow } from './support/engine.ts'
import { LONG } from './support/scale.ts'

const DOCUMENTS = LONG ? 200 : 12
const CODES = ['J11', 'E11', 'Z80', 'I10', 'N39']
const RESULT: Json = {
  ...{ view: 'codes', notice: null, document: null, text: 'No flu now.' },
  codes: CODES.map((code) => ({
    ...{ code, description: `About ${code}`, confidence: 0.8, assertion: 'present' },
    evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
  })),
}
const VERDICTS = ['accepted', 'rejected'] as const

let test: TestApp
let slug = ''
let agent_id = ''
const people: Person[] = []

beforeAll(async () => {
  test = await createTestApp({ behaviours: { code: () => output(RESULT) } })
  const owner = await test.person('seller')
  people.push(owner)
  const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  slug = made.body.data.slug
  for (const _ of [1, 2]) {
    const person = await test.person('basic_user')
    const row = [made.body.data.id, person.id, 'reviewer']
    await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', row)
    people.push(person)
  }
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  agent_id = (await addAgent(test.database.pool, owner.id, steps)).id
})
afterAll(() => test.close())

const headers = () => ({ 'x-workspace': slug })

async function ask(method: 'GET' | 'POST', path: string, as: Person, body?: object) {
  const { status, body: answer } = await test.call(method, path, { as, headers: headers(), ...(body && { body }) })
  if (status >= 400) throw new ApiError(answer.status.message, { status, problems: answer.errors ?? [] })
  return answer.data
}

/** One person at one document. */
interface Reviewer {
  sync: DecisionSync
  /** What they saw of the finding when they sent a decision, by its key. */
  sent: Map<string, Press>
  gaveIn: number
}

function reviewerOf(run: string, as: Person): Reviewer {
  const sent = new Map<string, Press>()
  const send = (presses: readonly Press[]): Promise<RunReview> => {
    for (const press of presses) sent.set(press.key, press)
    return ask('POST', `/api/v1/executions/${run}/decisions`, as, { decisions: presses })
  }
  const ports = {
    send,
    load: (): Promise<RunReview> => ask('GET', `/api/v1/executions/${run}/review`, as),
    ...{ keep: () => undefined, makeKey: () => randomUUID() },
    later: () => {
      throw new Error('Nothing may fail here')
    },
  }
  return { sync: new DecisionSync(ports, []), sent, gaveIn: 0 }
}

/** Decides every finding, and chooses at each conflict until there is none. */
async function work(reviewer: Reviewer, turn: number): Promise<void> {
  const { sync } = reviewer
  for (const [at, code] of CODES.entries())
    sync.press(`code:${code}:present`, { verdict: VERDICTS[(at + turn) % 2] ?? 'accepted', value: null, reason: '' })
  for (let round = 0; !(await sync.settled()); round += 1)
    for (const id of sync.state.get().conflicts) {
      const mine = (round + turn) % 3 === 0
      if (!mine) reviewer.gaveIn += 1
      sync.resolve(id, mine ? 'mine' : 'theirs')
    }
}

interface Row extends Pick<FindingDecision, 'number' | 'verdict'> {
  finding: string
  person_id: string
  key: string
}

/** Decisions that replaced another person's different one without having seen it. */
function overlooked(rows: readonly Row[], sent: ReadonlyMap<string, Press>): Row[] {
  const newest = new Map<string, Row>()
  return rows.filter((row) => {
    const before = newest.get(row.finding)
    newest.set(row.finding, row)
    if (before === undefined || before.person_id === row.person_id || before.verdict === row.verdict) return false
    return sent.get(row.key)?.after !== before.number
  })
}

it(`of ${DOCUMENTS} documents, three people at once lose no decision and no conflict`, async () => {
  const begun = performance.now()
  let [decided, conflicts] = [0, 0]
  for (let document = 0; document < DOCUMENTS; document += 1) {
    const [owner] = people as [Person]
    const body = { agent_id, input: { text: `Document ${document}` }, wait_ms: 5000 }
    const { execution_id: run } = await ask('POST', '/api/v1/workflows/execute', owner, body)
    const reviewers = people.map((person) => reviewerOf(run, person))
    // All three look at the open document before anyone decides.
    for (const [at, { sync }] of reviewers.entries())
      sync.take(await ask('GET', `/api/v1/executions/${run}/review`, people[at] as Person))
    await Promise.all(reviewers.map((reviewer, at) => work(reviewer, at + document)))
    const { rows } = await test.database.pool.query<Row>(
      'select number, finding, verdict, person_id, key from run_decisions where execution_id = $1 order by number',
      [run],
    )
    const sent = new Map(reviewers.flatMap((reviewer) => [...reviewer.sent]))
    const gaveIn = reviewers.reduce((sum, reviewer) => sum + reviewer.gaveIn, 0)
    expect(overlooked(rows, sent)).toEqual([])
    expect(rows.length + gaveIn).toBe(people.length * CODES.length)
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1))
    decided += rows.length
    conflicts += gaveIn
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(
    `review together: ${DOCUMENTS} documents, ${decided} decisions, ${conflicts} given in, 0 lost, ${seconds} s`,
  )
  expect(conflicts).toBeGreaterThan(0)
}, 600_000)
