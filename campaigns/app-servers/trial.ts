/** One account at one server, and what an action there comes to. */
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Action, BuiltinCall, Connector } from '#connectors/connector.ts'
import type { Json, JsonObject, UserId } from '#contract/core/primitives.ts'
import type { FileContent } from '#nodes/ports.ts'
import { createProtocols } from '#server/gateways/protocols/protocols.ts'

export interface Outcome {
  app: string
  what: string
  ok: boolean
  detail: string
}

const OWNER = '01890000-0000-7000-8000-000000000001' as UserId

const catalogue = (app: string): Connector =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../src/connectors/catalogue/${app}.json`), 'utf8')) as Connector

export interface TrialOptions {
  app: string
  port: number
  /** What the owner of the account entered, by names. */
  shown?: Record<string, string>
  secret?: Record<string, string>
  /** The address that may be reached although private; none to see it refused. */
  allow?: readonly string[]
}

export interface Trial {
  outcomes: Outcome[]
  /** The last file that was written. */
  written(): FileContent | null
  run(action: string, input: JsonObject, file?: FileContent): Promise<Json>
  /** Notes whether the answer is as it should be. */
  check(action: string, input: JsonObject, is: (answer: Json) => boolean, file?: FileContent): Promise<void>
  /** Notes whether it is refused with this code. */
  refuses(action: string, input: JsonObject, code: string, what?: string): Promise<void>
  /** Actions of the app that were not tried. */
  untried(): string[]
}

export function createTrial({
  app,
  port,
  shown = {},
  secret = {},
  allow = [`127.0.0.1:${port}`],
}: TrialOptions): Trial {
  const connector = catalogue(app)
  const fields = {
    connector: app,
    'shown.host': '127.0.0.1',
    'shown.port': String(port),
    ...Object.fromEntries(Object.entries(shown).map(([name, value]) => [`shown.${name}`, value])),
    ...Object.fromEntries(Object.entries(secret).map(([name, value]) => [`field.${name}`, value])),
  }
  const account = { id: OWNER, type: 'app_account' as const, name: 'An account', owner_id: OWNER, fields }
  const protocols = createProtocols({
    vault: { open: async () => account },
    http: () => Promise.reject(new Error('no requests here')),
    allow,
  })
  const tried = new Set<string>()
  const outcomes: Outcome[] = []
  let last: FileContent | null = null
  const run = (id: string, input: JsonObject, file?: FileContent) => {
    const action = connector.actions.find((one): one is Action & { call: BuiltinCall } => one.id === id)
    if (!action) throw new Error(`${app} has no action ${id}`)
    tried.add(id)
    return protocols.run(
      {
        ...{ connector: app, name: connector.name, call: action.call, repeatable: action.idempotent, input },
        ...{ credential: OWNER, who: { owner: { user_id: OWNER }, author: null, version: null } },
        files: {
          open: () => (file ? Promise.resolve(file) : Promise.reject(new Error('no file'))),
          write: async (one) => {
            last = one
            return { name: one.name, size: one.bytes.length }
          },
        },
      },
      AbortSignal.timeout(20_000),
    )
  }
  return {
    outcomes,
    run,
    written: () => last,
    async check(action, input, is, file) {
      try {
        const answer = await run(action, input, file)
        outcomes.push({ app, what: action, ok: is(answer), detail: JSON.stringify(answer) })
      } catch (error) {
        outcomes.push({ app, what: action, ok: false, detail: error instanceof Error ? error.message : String(error) })
      }
    },
    async refuses(action, input, code, what = `refuses ${action}`) {
      const found = await run(action, input).then(
        (answer) => `answered ${JSON.stringify(answer)}`,
        (error: Error & { code?: string }) => `${error.code}: ${error.message}`,
      )
      outcomes.push({ app, what, ok: found.startsWith(`${code}:`), detail: found })
    },
    untried: () => connector.actions.map(({ id }) => id).filter((id) => !tried.has(id)),
  }
}

export const isInstalled = (path: string): boolean => existsSync(path)

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Asks until the server answers. @throws Error after 30 s */
export async function untilReady(ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 30_000
  for (;;) {
    try {
      await ask()
      return
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

export const notInstalled = (app: string, what: string): Outcome[] => [
  { app, what: `left out: ${what} isn’t installed`, ok: true, detail: '' },
]

/** Every action of the app has to be among those that were tried. */
export const complete = (trial: Trial, app: string): Outcome[] => {
  const left = trial.untried()
  return [...trial.outcomes, { app, what: 'all actions tried', ok: left.length === 0, detail: left.join(', ') }]
}
