import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { tryMailServer } from '#server/gateways/mail.ts'
import { tryPostgres } from '#server/gateways/sql/postgres.ts'
import { createTester, type Trial } from './try-out.ts'
import type { Secret } from './vault.ts'

let server: Server | undefined
afterEach(() => new Promise<unknown>((resolve) => (server ? server.close(resolve) : resolve(null))))

/** A server that answers what it is told, and nothing more. @returns its port, and when its only connection is closed */
async function listen(serve: (socket: Socket) => void): Promise<{ port: number; closed: Promise<void> }> {
  const closed = Promise.withResolvers<void>()
  const listening = createServer((socket) => {
    socket.on('error', () => {}).once('close', () => closed.resolve())
    serve(socket)
  }).listen(0, '127.0.0.1')
  server = listening
  await new Promise((resolve) => listening.once('listening', resolve))
  return { port: (listening.address() as AddressInfo).port, closed: closed.promise }
}

/** Lets everybody in, is ready for a query, and answers none. */
const silentPostgres = (socket: Socket) =>
  socket.once('data', () => socket.write(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')))
/** Sends a line of its greeting again and again, and never the last. */
function talkingMailServer(socket: Socket): void {
  const timer = setInterval(() => socket.write('220-wait\r\n'), 5)
  socket.once('close', () => clearInterval(timer))
}

const postgres = (port: number): [Secret, Trial] => [
  {
    type: 'postgres',
    name: 'Database',
    fields: { host: '127.0.0.1', port: String(port), database: 'd', user: 'u', password: 'a password', tls: 'off' },
  } as unknown as Secret,
  (secret, signal) => tryPostgres(secret, [`127.0.0.1:${port}`], signal),
]
const smtp = (port: number): [Secret, Trial] => [
  { type: 'smtp', name: 'Mail', fields: {} } as unknown as Secret,
  async (_secret, signal) => {
    const from = { address: 'a@example.com', name: '' }
    await tryMailServer({ host: '127.0.0.1', port, secure: false, auth: null, from } as never, signal)
    return 'It works.'
  },
]

describe('trying a credential out', () => {
  it.each([
    ['a database that takes the sign-in and answers no query', silentPostgres, postgres],
    ['a mail server that never ends its greeting', talkingMailServer, smtp],
  ] as const)('ends in time and leaves no connection open at %s', async (_what, serve, credential) => {
    const { port, closed } = await listen(serve)
    const [secret, trial] = credential(port)
    const tryOut = createTester({ [secret.type]: trial }, 500)
    expect(await tryOut(async () => secret)).toEqual({
      works: false,
      message: 'The service did not answer in time.',
    })
    await closed
  })
})
