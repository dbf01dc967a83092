/** The program with people on it and servers around it that it must not be talked into calling. */
import { createServer, type Server } from 'node:http'
import { expect } from 'vitest'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type LongTasks, watchLongTasks } from './long-tasks.ts'
import { startProgram, temporaryFolder } from './program.ts'
import { type Reply, signIn, signUp, type Visit, visit } from './visit.ts'

const PASSWORD = 'admin of the trial'

export interface Siege {
  url: string
  database: TestDatabase
  /** May make workflows. */
  admin: Visit
  one: Visit
  oneToken: string
  other: Visit
  nobody: Visit
  /** Listens on loopback and must never be reached. */
  insidePort: number
  /** May be called, and sends elsewhere. */
  doorPort: number
  /** What reached the inside. */
  reached: string[]
  /** How long the server's thread computed at a time. */
  turns: LongTasks
  end(): Promise<void>
}

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

export async function besiege(): Promise<Siege> {
  const reached: string[] = []
  const inside = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.end('inside')
  })
  const insidePort = await listen(inside)
  const door = createServer((request, response) => {
    const to: Record<string, string> = {
      '/inside': `http://127.0.0.1:${insidePort}/from-door`,
      '/metadata': 'http://169.254.169.254/latest/meta-data',
      '/file': 'file:///etc/passwd',
      '/loop': '/loop',
    }
    response.writeHead(302, { location: to[request.url ?? ''] ?? '/' }).end()
  })
  const doorPort = await listen(door)
  const database = await createTestDatabase()
  const folder = temporaryFolder()
  const turns = watchLongTasks()
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    PORT: String(await freePort()),
    ADMIN_PASSWORD: PASSWORD,
    OUTBOUND_ALLOW: `127.0.0.1:${doorPort}`,
  }
  const program = await startProgram(env, { turns: turns.file })
  const { url } = program
  const oneToken = await signUp(url, 'one@example.com')
  return {
    url,
    database,
    admin: visit(url, await signIn(url, 'admin@chowk.local', PASSWORD)),
    one: visit(url, oneToken),
    oneToken,
    other: visit(url, await signUp(url, 'other@example.com')),
    nobody: visit(url, null),
    insidePort,
    doorPort,
    reached,
    turns,
    async end() {
      await program.end('SIGTERM')
      turns.remove()
      inside.close()
      door.close()
      await database.drop()
      folder.remove()
    },
  }
}

/** Expects a refusal in the envelope, with its code and the field it names. */
export function refused(reply: Reply, status: number, code?: string, field?: string): void {
  expect([reply.status, reply.errors[0]?.code]).toEqual([status, code ?? reply.errors[0]?.code])
  expect(reply.errors.length).toBeGreaterThan(0)
  if (field !== undefined) expect(reply.errors.map((problem) => problem.field)).toContain(field)
}
