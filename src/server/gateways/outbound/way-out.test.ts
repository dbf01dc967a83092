import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AllowedHosts, isAllowedHost, openWayOut, type WayOut } from './way-out.ts'

const folder = mkdtempSync(join(tmpdir(), 'chowk-way-'))
const inside = createServer((socket) => socket.end('inside'))
let way: WayOut
let port = 0
let refused: string[] = []
let allowed: AllowedHosts = { hosts: [], entered: [] }
let address = '93.184.216.34'

beforeAll(async () => {
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as AddressInfo).port
  const options = {
    allow: [],
    moves: { 'moved.example:443': `127.0.0.1:${port}` },
    resolve: async () => [{ address, family: 4 }],
  }
  way = await openWayOut(join(folder, 'way'), null, options, {
    allowed: () => allowed,
    onRefused: (why) => refused.push(why),
    onConnect: () => undefined,
  })
})
afterAll(() => {
  way.close()
  inside.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What comes back when this is said first. */
function say(line: string): Promise<string> {
  refused = []
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(join(folder, 'way'), () => socket.write(line))
    socket.on('data', (chunk) => {
      heard += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
  })
}

it('connects to hosts that are allowed', async () => {
  allowed = { hosts: ['moved.example'], entered: [] }
  expect(await say('{"host":"moved.example","port":443}\n')).toBe('inside')
})

it('refuses any other by name, and private addresses also of names that are allowed', async () => {
  allowed = { hosts: ['lamps.example'], entered: ['127.0.0.1'] }
  expect(await say('{"host":"evil.example","port":443}\n')).toBe('')
  expect(refused[0]).toContain('evil.example, which is not among its hosts')
  address = '10.0.0.1'
  expect(await say('{"host":"lamps.example","port":443}\n')).toBe('')
  expect(refused[0]).toContain('not on the public internet')
  expect(await say(`{"host":"127.0.0.1","port":${port}}\n`)).toBe('')
  expect(refused[0]).toContain('not on the public internet')
})

it.each(['hello\n', '{"host":"a b","port":1}\n', '{"host":"lamps.example","port":99999}\n', `${'x'.repeat(2000)}`])(
  'ends a connection that says %j',
  async (line) => {
    expect(await say(line)).toBe('')
  },
)

it.each([
  [['a.example'], 'a.example', 443, true],
  [['a.example'], 'a.example', 22, false],
  [['a.example:22'], 'a.example', 22, true],
  [['*.a.example'], 'b.a.example', 443, true],
  [['*.a.example'], 'a.example', 443, false],
  [['*.a.example'], 'evila.example', 443, false],
])('hosts %j: %s on %i is %s', (hosts, host, on, expected) => {
  expect(isAllowedHost({ hosts, entered: [] }, host, on)).toBe(expected)
})

it('a host that a person entered may be on any port', () => {
  expect(isAllowedHost({ hosts: [], entered: ['db.example'] }, 'db.example', 3306)).toBe(true)
})
