/**
 * Visitors chat with a service while its processes are killed, their networks are lost and other devices read along. The answers are
 * written by a model that calls a tool first. `node campaigns/chats.ts [--visitors 20] [--messages 3] [--every 5000] [--words 40] [--arrive 0]`
 *
 * Every so many milliseconds a worker, the web process, or all of them are killed; 0 kills nothing, and the time from the first word of the
 * model to its visitor is measured instead. Exits non-zero when a message or an answer is lost, something is said or done twice, or a
 * visitor sees words that are not part of the answer.
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { ChatMessage } from '#contract/runs/conversations.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { ChatEvent } from '#contract/services/chats.ts'
import type { Asked } from '#peers/model/behaviour.ts'
import { startModelPeer } from '#peers/model/server.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { raise } from '#test/support/raise.ts'
import { joinWritten } from '#web/parts/runs/chat/join-written.ts'
import { eventsIn } from '../test/support/event-stream.ts'
import { temporaryFolder } from '../test/support/program.ts'
import { openSink } from '../test/support/sink.ts'
import { done, type Reply, signIn, visit } from '../test/support/visit.ts'
import { startWebAndWorkers } from '../test/support/web-and-workers.ts'

const { values } = parseArgs({
  options: {
    visitors: { type: 'string', default: '20' },
    messages: { type: 'string', default: '3' },
    every: { type: 'string', default: '5000' },
    words: { type: 'string', default: '40' },
    /** Milliseconds in which the visitors come, one after the other. */
    arrive: { type: 'string', default: '0' },
    workers: { type: 'string', default: '2' },
  },
})
const MESSAGES = Number(values.messages)
const KILL_EVERY_MS = Number(values.every)
const WORDS = Number(values.words)
const WORD_MS = 50
/** A visitor whose answer takes longer has lost it. */
const MOST_MS = 120_000
const PASSWORD = 'admin of the trial'

const folder = temporaryFolder()
const database = await joinPostgres({ dataDir: folder.path, database: 'chats', onLost: raise })
const pool = createPool(database.url, 4)
const sink = await openSink(30)
const model = await startModelPeer()

const answerTo = (question: string): string =>
  [`Answer to ${question}:`, ...Array.from({ length: WORDS }, (_, n) => `word${n}`), 'done.'].join(' ')
const questionIn = ({ body }: Asked): string => {
  const last = body.messages?.findLast(({ role }) => role === 'user')?.content
  return /Question \d+\.\d+/.exec(JSON.stringify(last ?? ''))?.[0] ?? ''
}
/** When the model said its first word of each answer, in ms since the start of this process. */
const saidAt = new Map<string, number>()

async function* speak(question: string): AsyncGenerator<string> {
  for (const [index, word] of answerTo(question).split(' ').entries()) {
    if (index === 0) saidAt.set(question, performance.now())
    yield index === 0 ? word : ` ${word}`
    await sleep(WORD_MS)
  }
}
model.behave((asked) => {
  const question = questionIn(asked)
  return asked.body.messages?.at(-1)?.role === 'tool'
    ? { type: 'spoken', words: speak(question) }
    : { type: 'tools', calls: [{ name: 'note', arguments: { question } }] }
})

const env = {
  DATA_DIR: join(folder.path, 'data'),
  DATABASE_URL: database.url,
  ADMIN_PASSWORD: PASSWORD,
  // Visitors of one address are counted together.
  TRUST_PROXY: '1',
  OUTBOUND_ALLOW: `${new URL(sink.url).host},${model.host}`,
}
const programs = await startWebAndWorkers(() => env, Number(values.workers))
const { url } = programs

/** A service whose agent notes every question with a tool before it answers. @returns the token of its chat page */
async function deploy(): Promise<string> {
  const admin = visit(url, await signIn(url, 'admin@chowk.local', PASSWORD))
  const own = { provider: 'custom', model: 'small', name: 'Small', base_url: model.url }
  await done(admin.call('POST', '/api/v1/models', own))
  const { id } = await done(admin.call('POST', '/api/v1/custom-agents', {}))
  const { document } = await done(admin.call('GET', `/api/v1/workflows/${id}`))
  const agent = document.nodes.find(({ type }: { type: string }) => type === 'ai_agent')
  agent.config.tools = [
    {
      ...{ kind: 'http', name: 'note', description: 'Notes the question.', method: 'POST', url: `${sink.url}/` },
      ...{ approved: true, parameters: { type: 'object', properties: { question: { type: 'string' } } } },
    },
  ]
  const { rows } = await pool.query('select owner_id from workflows where id = $1', [id])
  const listing = { slug: 'front-desk', name: 'Front desk', input_schema: { type: 'object' } }
  await addAgent(pool, rows[0].owner_id, document, listing)
  const service = await done(admin.call('POST', '/api/v1/services', { agent_id: 'front-desk' }))
  const chat = await done(
    admin.call('PUT', `/api/v1/services/${service.id}/chat`, { enabled: true, daily_runs: 10_000 }),
  )
  return chat.token
}

const page = `/api/chats/${await deploy()}`
const seen = {
  foreign: 0,
  streams: 0,
  cut: 0,
  lost: [] as string[],
  busy: new Map<string, number>(),
  waits: [] as number[],
}

const isUp = (error: unknown): boolean => !(error instanceof TypeError || (error as Error).name === 'AbortError')

/** Asks until the server answers: a visitor's page does so, too. */
async function insist(ask: () => Promise<Reply>, until: number): Promise<Reply> {
  for (;;) {
    try {
      const reply = await ask()
      if (reply.status < 500 && reply.status !== 429) return reply
      const refusal = `${reply.status} ${reply.message}`
      seen.busy.set(refusal, (seen.busy.get(refusal) ?? 0) + 1)
    } catch (error) {
      if (isUp(error)) throw error
    }
    if (Date.now() > until) throw new Error('no answer')
    await sleep(200)
  }
}

class Visitor {
  readonly #guest = visit(url, null)
  readonly #id = randomUUID()
  readonly #number: number
  #token = ''
  constructor(number: number) {
    this.#number = number
  }

  #call(method: string, path: string, body?: object): Promise<Reply> {
    return this.#guest.call(method, page + path, body, this.#headers)
  }

  get #headers(): Record<string, string> {
    const address = `203.0.${Math.floor(this.#number / 250)}.${(this.#number % 250) + 1}`
    return { 'x-forwarded-for': address, ...(this.#token !== '' && { 'x-run-token': this.#token }) }
  }

  async chat(): Promise<void> {
    await sleep((Number(values.arrive) / Number(values.visitors)) * this.#number)
    const entered = await insist(() => this.#call('POST', '/visitors', {}), Date.now() + MOST_MS)
    this.#token = entered.data.visitor_token
    for (let n = 1; n <= MESSAGES; n++) {
      const question = `Question ${this.#number}.${n}`
      const until = Date.now() + MOST_MS
      const body = { key: randomUUID(), text: question }
      const sent = await insist(() => this.#call('POST', `/conversations/${this.#id}/messages`, body), until)
      if (sent.status !== 201) return void seen.lost.push(`${question}: ${sent.status} ${sent.message}`)
      const devices = [
        this.#follow(question, until),
        ...(this.#number % 5 === 0 ? [this.#follow(question, until)] : []),
      ]
      await Promise.all(devices)
    }
  }

  /** What a device of the visitor sees of an answer until it is whole, whatever happens to its streams. */
  async #follow(question: string, until: number): Promise<void> {
    while (Date.now() < until) {
      await this.#stream(question).catch((error) => {
        if (isUp(error)) throw error
      })
      const { data } = await insist(() => this.#call('GET', `/conversations/${this.#id}/messages`), until)
      const own: ChatMessage | undefined = data.items.find(({ text }: ChatMessage) => text === question)
      if (own?.status && isFinal(own.status)) {
        if (own.status !== 'succeeded') seen.lost.push(`${question}: ${own.status} ${JSON.stringify(own)}`)
        return
      }
      await sleep(200)
    }
    seen.lost.push(`${question}: no answer in time`)
  }

  async #stream(question: string): Promise<void> {
    seen.streams++
    // A lost network: of every tenth stream, somewhere in the middle.
    const loss = new AbortController()
    const timer = KILL_EVERY_MS > 0 && seen.streams % 10 === 0 ? setTimeout(() => loss.abort(), 900) : undefined
    try {
      const answer = await fetch(`${url}${page}/conversations/${this.#id}/stream`, {
        headers: this.#headers,
        signal: loss.signal,
      })
      let shown = ''
      for await (const event of eventsIn<ChatEvent>(answer)) {
        if (event.type === 'end') return
        if (event.type !== 'written') continue
        if (shown === '' && event.at === 0) seen.waits.push(performance.now() - (saidAt.get(question) ?? 0))
        shown = joinWritten(shown, event)
        // A piece without what is before it is shown behind an ellipsis, until the whole answer is there.
        const whole = answerTo(question)
        if (!(shown.startsWith('…') ? whole.includes(shown.slice(1)) : whole.startsWith(shown))) seen.foreign++
      }
      seen.cut++
    } catch (error) {
      seen.cut++
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** What is wrong with the conversation afterwards. */
  async problems(): Promise<string[]> {
    const { data } = await insist(
      () => this.#call('GET', `/conversations/${this.#id}/messages?limit=50`),
      Date.now() + MOST_MS,
    )
    const said = data.items.toReversed().map(({ text }: ChatMessage) => text)
    const wanted = Array.from({ length: MESSAGES }, (_, n) => `Question ${this.#number}.${n + 1}`).flatMap(
      (question) => [question, answerTo(question)],
    )
    return JSON.stringify(said) === JSON.stringify(wanted) ? [] : [`${this.#number}: ${JSON.stringify(said)}`]
  }
}

let kills = 0
let isOver = false
async function kill(): Promise<void> {
  while (KILL_EVERY_MS > 0) {
    await sleep(KILL_EVERY_MS)
    if (isOver) return
    kills += await programs.killNext()
  }
}

const began = performance.now()
const killing = kill()
const visitors = Array.from({ length: Number(values.visitors) }, (_, n) => new Visitor(n + 1))
await Promise.all(visitors.map((one) => one.chat().catch((error) => seen.lost.push(String(error)))))
isOver = true
await killing
const took = performance.now() - began
const wrong = (await Promise.all(visitors.map((one) => one.problems()))).flat()
const messages = visitors.length * MESSAGES
const waits = seen.waits.toSorted((a, b) => a - b)
const at = (share: number) => Math.round(waits[Math.floor(waits.length * share)] ?? 0)
for (const line of [...seen.lost, ...wrong].slice(0, 10)) console.error(line.slice(0, 600))
console.table({
  'visitors, messages': `${visitors.length}, ${messages}`,
  'processes killed': kills,
  'streams, cut': `${seen.streams}, ${seen.cut}`,
  lost: seen.lost.length,
  'conversations that are wrong': wrong.length,
  'words of no answer': seen.foreign,
  'tools: made, asked for again': `${sink.made.size}, ${[...sink.made.values()].filter(({ asked }) => asked > 1).length}`,
  ...(KILL_EVERY_MS === 0 && { 'first word, ms p50, p95': `${at(0.5)}, ${at(0.95)}` }),
  'refused for now': [...seen.busy].map(([why, n]) => `${n} × ${why}`).join(', ') || 'never',
  'took, s': Math.round(took / 1000),
  load: loadavg()
    .map((one) => one.toFixed(1))
    .join(' '),
})
await programs.end()
await model.close()
await sink.close()
await pool.end()
await database.leave()
folder.remove()
process.exit(seen.lost.length + wrong.length + seen.foreign === 0 && sink.made.size === messages ? 0 : 1)
