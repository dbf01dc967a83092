/** Redis' actions at a server of its own. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Json } from '#contract/core/primitives.ts'
import { complete, createTrial, freePort, isInstalled, notInstalled, type Outcome, untilReady } from './trial.ts'

const SERVER = '/usr/bin/redis-server'
const PASSWORD = 'another long password'

export async function tryRedis(): Promise<Outcome[]> {
  if (!isInstalled(SERVER)) return notInstalled('redis', 'redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'chowk-redis-'))
  const port = await freePort()
  const server = spawn(
    SERVER,
    ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--requirepass', PASSWORD],
    { stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    return await trials(port)
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const is = (wanted: Json) => (answer: Json) => JSON.stringify(answer) === JSON.stringify(wanted)

async function trials(port: number): Promise<Outcome[]> {
  const shown = { tls: 'off' }
  const trial = createTrial({ app: 'redis', port, shown, secret: { password: PASSWORD } })
  const { check, refuses } = trial
  await untilReady(() => trial.run('list_keys', {}))
  await check('set_value', { key: 'lead:1', value: 'Asha\r\nDEL x' }, is({ stored: true }))
  await check('set_value', { key: 'lead:1', value: 'no', only_if: 'missing' }, is({ stored: false }))
  await check('get_value', { key: 'lead:1' }, is({ value: 'Asha\r\nDEL x', exists: true }))
  await check('get_value', { key: 'none' }, is({ value: null, exists: false }))
  await check('increment_number', { key: 'visits', by: 5 }, is({ value: 5 }))
  await check('set_when_key_expires', { key: 'visits', seconds: 60 }, is({ exists: true }))
  await check('list_keys', { pattern: 'lead:*' }, is({ keys: ['lead:1'], truncated: false }))
  await check('push_to_list', { key: 'queue', values: ['a', { b: 1 }] }, is({ length: 2 }))
  await check('read_list', { key: 'queue' }, is({ items: ['a', '{"b":1}'] }))
  await check('pull_from_list', { key: 'queue' }, is({ value: 'a', exists: true }))
  await check('set_fields_of_hash', { key: 'h', fields: { name: 'Asha', __proto__: 'x' } }, () => true)
  await check('get_fields_of_hash', { key: 'h' }, is({ fields: { name: 'Asha' } }))
  await check('publish_message', { channel: 'news', message: { n: 1 } }, is({ receivers: 0 }))
  await check('delete_keys', { keys: ['lead:1', 'none'] }, is({ deleted: 1 }))
  await refuses('increment_number', { key: 'queue' }, 'app_refused', 'says what the server refuses')
  await check('set_value', { key: 'secret', value: PASSWORD }, is({ stored: true }))
  await check('get_value', { key: 'secret' }, (answer) => !JSON.stringify(answer).includes(PASSWORD))
  const wrong = createTrial({ app: 'redis', port, shown, secret: { password: 'wrong' } })
  await wrong.refuses('list_keys', {}, 'app_refused', 'says that the password is wrong')
  const elsewhere = createTrial({ app: 'redis', port, shown, secret: { password: PASSWORD }, allow: [] })
  await elsewhere.refuses('list_keys', {}, 'url_refused', 'refuses a private address')
  return [...complete(trial, 'redis'), ...wrong.outcomes, ...elsewhere.outcomes]
}
