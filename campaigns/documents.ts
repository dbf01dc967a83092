/**
 * Large, broken and hostile documents in knowledge bases, through a web process and a worker as operators run them.
 * `node campaigns/documents.ts [--pages 2000] [--rows 1000000] [--only-large]`
 *
 * A long PDF is indexed, which says how many pages a core reads in a minute, and meanwhile another person adds short notes one after the
 * other; the same with a spreadsheet of a million rows, which is refused. With `--only-large` that is all. Then all others, while the worker is killed in the middle
 * of one, another is replaced under its hands, and an embedding model from outside goes away, comes back, and answers another length. Exits
 * non-zero when a document ends otherwise than it should, a page is not found by what it says, or something that was deleted still is.
 */
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { KnowledgeDocument, KnowledgeHit } from '#contract/knowledge/documents.ts'
import { startModelPeer } from '#peers/model/server.ts'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { processorTime, residentMemory } from '../test/support/process-tree.ts'
import { startProgram, temporaryFolder } from '../test/support/program.ts'
import { done, PASSWORD as OF_ALL, postmasterPid, signIn, signUp, type Visit, visit } from '../test/support/visit.ts'
import * as made from './documents/made-documents.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '2000' },
    rows: { type: 'string', default: '1000000' },
    'only-large': { type: 'boolean', default: false },
  },
})
const PAGES = Number(values.pages)
const PASSWORD = 'admin of the trial'
const ALL = '/api/v1/knowledge'
/** A document that takes longer is lost. */
const MOST_MS = 30 * 60_000
const LOOK_MS = 300
/** Of the long document, a page of so many is looked for. */
const EVERY = 40
/** A note of another person takes that long at most, whatever else is indexed. */
const NOTE_MS = 60_000

const folder = temporaryFolder()
const database = await joinPostgres({ dataDir: folder.path, database: 'documents', onLost: raise })
const postgres = postmasterPid(folder.path)
const pool = createPool(database.url, 2)
const model = await startModelPeer()
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = {
  DATA_DIR: join(folder.path, 'data'),
  DATABASE_URL: database.url,
  ADMIN_PASSWORD: PASSWORD,
  OUTBOUND_ALLOW: model.host,
}
const web = await startProgram({ ...env, ROLE: 'web', PORT: String(port) })
const startWorker = () => startProgram({ ...env, ROLE: 'worker', EXECUTOR_ID: 'worker' })
let worker = await startWorker()
const admin = await stay('admin@chowk.local', PASSWORD)

/** Signs in, and again whenever the token has ended: a long document takes longer than one lasts on a busy machine. */
async function stay(email: string, password: string): Promise<Pick<Visit, 'call'>> {
  let visitor = visit(url, await signIn(url, email, password))
  return {
    async call(...request) {
      const answer = await visitor.call(...request)
      if (answer.status !== 401) return answer
      visitor = visit(url, await signIn(url, email, password))
      return visitor.call(...request)
    },
  }
}

const makeBase = async (name: string, as = admin): Promise<string> =>
  (await done(as.call('POST', ALL, { name, chunk_chars: 900 }))).id
function formOf(name: string, bytes: Uint8Array): FormData {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}
const add = async (base: string, name: string, bytes: Uint8Array, as = admin): Promise<string> =>
  (await done(as.call('POST', `${ALL}/${base}/documents`, formOf(name, bytes)))).items[0].id
const documentsOf = async (base: string, as = admin): Promise<KnowledgeDocument[]> =>
  (await done(as.call('GET', `${ALL}/${base}/documents?limit=50`))).items
const search = async (base: string, query: string, limit = 3): Promise<KnowledgeHit[]> =>
  (await done(admin.call('POST', `${ALL}/${base}/search`, { query, limit }))).hits

const problems: string[] = []
const isDone = ({ state }: KnowledgeDocument): boolean => state === 'ready' || state === 'failed'
let peak = 0

/** Looks at a base until `reached`, and at the memory of the worker meanwhile. @throws Error when it takes too long */
async function until(base: string, reached: (documents: KnowledgeDocument[]) => boolean): Promise<KnowledgeDocument[]> {
  const end = Date.now() + MOST_MS
  for (;;) {
    const documents = await documentsOf(base)
    if (worker.child.pid !== undefined) peak = Math.max(peak, residentMemory(worker.child.pid))
    if (reached(documents)) return documents
    if (Date.now() > end) throw new Error(`Not in time: ${JSON.stringify(documents.filter((one) => !isDone(one)))}`)
    await sleep(LOOK_MS)
  }
}

interface Ended {
  name: string
  wanted: string
  is: string
  note: string
}
const ended: Ended[] = []

/** Notes how documents ended, and which did otherwise than wanted. @param wanted by name: `ready`, or the code of what is wrong with it */
function compare(documents: readonly KnowledgeDocument[], wanted: Readonly<Record<string, string>>): void {
  for (const [name, state] of Object.entries(wanted)) {
    const one = documents.find((document) => document.name === name)
    const is = one === undefined ? 'lost' : (one.error?.code ?? one.state)
    const note = one?.error?.message ?? (one?.unread_pages ? `${one.unread_pages} pages could not be read` : '')
    ended.push({ name, wanted: state, is, note: note.slice(0, 90) })
    if (is !== state) problems.push(`${name}: ${is} instead of ${state} ${note}`)
  }
}

/** How long notes of another person took until they were searchable, and answers of the web process, in ms. */
const meanwhile = { notes: [] as number[], answers: [] as number[] }

/** Adds notes as another person until `isOver`, one after the other. */
async function addNotes(name: string, isOver: () => boolean): Promise<void> {
  const email = `${name}@example.com`
  const token = await signUp(url, email)
  await done(visit(url, token).call('GET', '/api/v1/auth/profile'))
  await pool.query(`update users set role = 'seller' where email = $1`, [email])
  const person = await stay(email, OF_ALL)
  const base = await makeBase('Notes', person)
  for (let n = 0; !isOver(); n++) {
    const began = performance.now()
    await add(base, `note-${n}.txt`, Buffer.from(`Note ${n}: the lamp in the hall is mended.`), person)
    for (let isReady = false; !isReady; ) {
      await sleep(LOOK_MS)
      const asked = performance.now()
      const documents = await documentsOf(base, person)
      meanwhile.answers.push(performance.now() - asked)
      isReady = documents.find((one) => one.name === `note-${n}.txt`)?.state === 'ready'
      if (performance.now() - began > MOST_MS) throw new Error('A note is lost')
    }
    meanwhile.notes.push(performance.now() - began)
  }
}

/** Does the work while another person adds notes. */
async function withNotes<T>(name: string, work: () => Promise<T>): Promise<T> {
  let over = false
  const notes = addNotes(name, () => over)
  try {
    return await work()
  } finally {
    over = true
    await notes
  }
}

const highest = (list: readonly number[], share: number): number =>
  Math.round(list.toSorted((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0)

/** A spreadsheet of so many rows as XLSX, which is refused by name before it takes the memory of a million rows. */
async function tryRows(): Promise<void> {
  const base = await makeBase('Rows')
  const sheet = (await made.others(Number(values.rows))).find(({ name }) => name === 'orders.xlsx')
  if (!sheet) throw new Error('There is no spreadsheet')
  const whole = sheet.bytes()
  await sleep(LOOK_MS)
  await add(base, sheet.name, whole)
  compare(await until(base, (all) => all.every(isDone)), { [sheet.name]: sheet.wanted })
}

/** The long document. */
async function measureBook(): Promise<Record<string, string | number>> {
  const base = await makeBase('Book')
  const pid = worker.child.pid ?? 0
  const cost = () => processorTime(pid) + processorTime(postgres)
  const [before, began] = [cost(), performance.now()]
  const id = await add(base, 'book.pdf', await made.book(PAGES))
  const documents = await until(base, (all) => all.every(isDone))
  const [spent, took] = [(cost() - before) / 60_000, (performance.now() - began) / 1000]
  compare(documents, { 'book.pdf': 'ready' })
  let wrong = 0
  for (let page = 1; page <= PAGES; page += EVERY)
    if ((await search(base, made.questionOf(page)))[0]?.page !== page) wrong++
  if (wrong > 0) problems.push(`${wrong} pages of the book are not found by what they say`)
  await done(admin.call('DELETE', `${ALL}/${base}/documents/${id}`))
  const still = (await search(base, made.questionOf(1), 20)).length
  if (still > 0) problems.push('The book is found after it was deleted')
  return {
    'pages of the long document': PAGES,
    'pages a minute and core': Math.round(PAGES / spent),
    'until it is searchable, s': Math.round(took),
    'peak memory of the worker and its processes, MB': Math.round(peak / 1e6),
    'pages looked for, not found': `${Math.ceil(PAGES / EVERY)}, ${wrong}`,
    'hits after it was deleted': still,
  }
}

/** All that is broken, hostile or too large; the worker is killed in the middle of one, and another is replaced meanwhile. */
async function tryAll(): Promise<void> {
  const base = await makeBase('Everything')
  const others = await made.others(Number(values.rows))
  for (const { name, bytes } of others) {
    const whole = bytes()
    // Making it took seconds: connections that the server has closed since are noticed now.
    await sleep(LOOK_MS)
    await add(base, name, whole)
  }
  const killed = await makeBase('Killed')
  await add(killed, 'killed.pdf', await made.book(200))
  await until(killed, ([one]) => one !== undefined && (isDone(one) || one.progress > 0.3))
  await worker.end('SIGKILL')
  worker = await startWorker()
  const replaced = await makeBase('Replaced')
  const id = await add(replaced, 'replaced.txt', Buffer.from(made.plainText('lamp')))
  await until(replaced, ([one]) => one !== undefined && (isDone(one) || one.state === 'embedding'))
  const form = formOf('replaced.txt', Buffer.from(made.plainText('chair')))
  await done(admin.call('POST', `${ALL}/${replaced}/documents/${id}/file`, form))
  const documents = await until(base, (all) => all.every(isDone))
  compare(documents, Object.fromEntries(others.map(({ name, wanted }) => [name, wanted])))
  compare(await until(killed, (all) => all.every(isDone)), { 'killed.pdf': 'ready' })
  for (let page = 1; page <= 200; page += 10)
    if ((await search(killed, made.questionOf(page)))[0]?.page !== page)
      problems.push(`Page ${page} of killed.pdf is lost`)
  compare(await until(replaced, (all) => all.every(isDone)), { 'replaced.txt': 'ready' })
  const found = await search(replaced, 'lamp chair', 20)
  if (found.length === 0 || found.some(({ text }) => text.includes('lamp')))
    problems.push('Versions of replaced.txt are mixed')
  const [scan] = await search(base, made.SCANNED)
  if (scan?.name !== 'scanned.pdf') problems.push('The words of the scanned document are not found')
}

/** A model from outside that is gone, comes back, and then answers with more numbers. */
async function tryModel(): Promise<void> {
  const own = { provider: 'custom', model: 'chat', name: 'Chat', base_url: model.url }
  const { id: chosen } = await done(admin.call('POST', '/api/v1/models', own))
  const base = await makeBase('Outside')
  await done(admin.call('PUT', `${ALL}/${base}`, { embedding: { model: chosen, name: 'embed-8', price: 0 } }))
  model.embedWith({ status: 503 })
  await add(base, 'outside.txt', Buffer.from(made.plainText('lamp')))
  await until(base, ([one]) => one !== undefined && (isDone(one) || one.state === 'embedding'))
  await sleep(2_000)
  model.embedWith({ numbers: 8 })
  compare(await until(base, (all) => all.every(isDone)), { 'outside.txt': 'ready' })
  model.embedWith({ numbers: 16 })
  await add(base, 'longer.txt', Buffer.from(made.plainText('chair')))
  const documents = await until(base, (all) => all.every(isDone))
  compare(documents, { 'outside.txt': 'ready', 'longer.txt': 'embedding_length' })
  const answer = await done(admin.call('POST', `${ALL}/${base}/search`, { query: 'lamp' }))
  if (answer.hits.length === 0 || answer.warning === null)
    problems.push('Searches without the model are not answered by words')
}

const figures = await withNotes('first', measureBook)
await withNotes('second', tryRows)
if (highest(meanwhile.notes, 1) > NOTE_MS) problems.push('A note of another person was kept waiting')
console.table({
  ...figures,
  'notes of others meanwhile: how many, searchable after p50, slowest, s': `${meanwhile.notes.length}, ${[0.5, 1].map((share) => (highest(meanwhile.notes, share) / 1000).toFixed(1)).join(', ')}`,
  'answers to them, ms p50, p99': [0.5, 0.99].map((share) => highest(meanwhile.answers, share)).join(', '),
})
if (!values['only-large']) {
  await tryAll()
  await tryModel()
}
console.table(ended)
console.table({
  'peak memory over all': `${Math.round(peak / 1e6)} MB`,
  'documents that ended otherwise, or are lost': problems.length,
  load: loadavg()
    .map((one) => one.toFixed(1))
    .join(' '),
})
for (const line of problems) console.error(line.slice(0, 400))
await Promise.all([web, worker].map((program) => program.end('SIGKILL')))
await model.close()
await pool.end()
await database.leave()
folder.remove()
process.exit(problems.length === 0 ? 0 : 1)
