/** MySQL's actions at a MariaDB of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isObject } from '#shared/json.ts'
import {
  complete,
  createTrial,
  freePort,
  isInstalled,
  notInstalled,
  type Outcome,
  type Trial,
  untilReady,
} from './trial.ts'

const SERVER = '/usr/sbin/mariadbd'
const PASSWORD = 'a password of nineteen'

export async function tryMysql(): Promise<Outcome[]> {
  if (!isInstalled(SERVER)) return notInstalled('mysql', 'mariadbd')
  const folder = mkdtempSync(join(tmpdir(), 'chowk-mariadb-'))
  chmodSync(folder, 0o777)
  const port = await freePort()
  const asUser = process.getuid?.() === 0 ? ['--user=mysql'] : []
  spawnSync('mariadb-install-db', [...asUser, `--datadir=${folder}/data`, '--auth-root-authentication-method=normal'])
  const socket = `${folder}/socket`
  const server = spawn(
    SERVER,
    [
      '--no-defaults',
      ...asUser,
      `--datadir=${folder}/data`,
      `--socket=${socket}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--secure-file-priv=${folder}`,
    ],
    { stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const setUp = `drop user if exists ''@'localhost', ''@'%'; create database shop; create user 'chowk'@'%' identified by '${PASSWORD}'; grant all on shop.* to 'chowk'@'%'; grant file on *.* to 'chowk'@'%'; use shop; create table customers (id bigint primary key auto_increment, name varchar(80), \`odd \`\`name\` varchar(20), score decimal(12,2), born date, tags json, active bool default true, photo blob)`
    await untilReady(async () => {
      const { status, stderr } = spawnSync('mariadb', [
        '--no-defaults',
        `--socket=${socket}`,
        '-u',
        'root',
        '-e',
        setUp,
      ])
      if (status !== 0 && !String(stderr).includes('exists')) throw new Error(String(stderr))
    })
    return await trials(port, folder)
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}

async function trials(port: number, folder: string): Promise<Outcome[]> {
  const shown = { database: 'shop', user: 'chowk', tls: 'off' }
  const trial = createTrial({ app: 'mysql', port, shown, secret: { password: PASSWORD } })
  const { check } = trial
  const row = (answer: unknown) => (isObject(answer) && Array.isArray(answer.rows) ? (answer.rows[0] as never) : null)
  const count = (answer: unknown) => (isObject(answer) ? answer.affected_rows : null)
  await check(
    'insert_rows',
    {
      table: 'customers',
      rows: [
        { name: "Asha '; drop table customers; --", 'odd `name': 'a`b', score: 12.5, born: '1990-04-01', tags: ['a'] },
        { name: 'Ravi', active: false },
      ],
    },
    (answer) => count(answer) === 2,
  )
  await check(
    'find_rows',
    { table: 'customers', where: { 'odd `name': 'a`b' }, columns: ['name', 'score', 'born', 'tags', 'odd `name'] },
    (answer) =>
      JSON.stringify(row(answer)) ===
      JSON.stringify({
        name: "Asha '; drop table customers; --",
        score: '12.50',
        born: '1990-04-01',
        tags: ['a'],
        'odd `name': 'a`b',
      }),
  )
  await check(
    'run_query',
    { sql: 'select count(*) as n, max(id) as last from customers where name <> ?', parameters: ["x' or '1'='1"] },
    (answer) => JSON.stringify(row(answer)) === '{"n":2,"last":2}',
  )
  await check('list_tables', {}, (answer) => JSON.stringify(row(answer)) === '{"name":"customers","type":"BASE TABLE"}')
  await check(
    'update_rows',
    { table: 'shop.customers', values: { score: 99 }, where: { name: ['Ravi', 'Nobody'] } },
    (answer) => count(answer) === 1,
  )
  await check(
    'run_statement',
    { sql: 'update customers set active = ? where id = ?', parameters: [true, 2] },
    (answer) => count(answer) === 1,
  )
  await tryToAbuse(trial, folder)
  await check(
    'find_rows',
    { table: 'customers', max_rows: 1 },
    (answer) => isObject(answer) && answer.truncated === true,
  )
  await check(
    'delete_rows',
    { table: 'customers', where: { name: 'Ravi', born: null } },
    (answer) => count(answer) === 1,
  )
  await check(
    'run_query',
    { sql: 'select ? as secret', parameters: [PASSWORD] },
    (answer) => !JSON.stringify(answer).includes(PASSWORD),
  )
  return [...complete(trial, 'mysql'), ...(await tryElsewhere(port, shown))]
}

/** What reading must not change, and what no server is sent. */
async function tryToAbuse({ refuses }: Trial, folder: string): Promise<void> {
  await refuses('run_query', { sql: 'delete from customers' }, 'input_invalid')
  await refuses(
    'run_query',
    { sql: 'with gone as (select 1) delete from customers' },
    'app_refused',
    'refuses a delete behind with',
  )
  await refuses('run_query', { sql: 'select 1; delete from customers' }, 'app_refused', 'refuses a second statement')
  await refuses('run_query', { sql: '/*! delete from customers */' }, 'input_invalid', 'refuses a comment that is code')
  await refuses(
    'run_query',
    { sql: `select 1 into outfile '${folder}/x'` },
    'input_invalid',
    'refuses a file of the server',
  )
  await refuses(
    'run_query',
    { sql: `select 1 into/**/outfile '${folder}/x'` },
    'input_invalid',
    'refuses it behind a comment',
  )
  await refuses(
    'run_statement',
    { sql: "load data local infile '/etc/passwd' into table customers" },
    'app_refused',
    'sends no file of this machine',
  )
  await refuses(
    'update_rows',
    { table: 'customers', values: { score: 1 }, where: {} },
    'input_invalid',
    'refuses to update all rows',
  )
  await refuses('find_rows', { table: 'customers` where 1=1; --' }, 'app_refused', 'keeps names of tables names')
}

/** Other ways to connect, which all have to fail. */
async function tryElsewhere(port: number, shown: Record<string, string>): Promise<Outcome[]> {
  const elsewhere = createTrial({ app: 'mysql', port, shown, secret: { password: PASSWORD }, allow: [] })
  await elsewhere.refuses('run_query', { sql: 'select 1' }, 'url_refused', 'refuses a private address')
  const wrong = createTrial({ app: 'mysql', port, shown, secret: { password: 'wrong' } })
  await wrong.refuses('list_tables', {}, 'app_refused', 'says that the password is wrong')
  const encrypted = createTrial({
    app: 'mysql',
    port,
    shown: { ...shown, tls: 'verify' },
    secret: { password: PASSWORD },
  })
  await encrypted.refuses(
    'list_tables',
    {},
    'app_unavailable',
    'sends nothing without the encryption that was asked for',
  )
  return [...elsewhere.outcomes, ...wrong.outcomes, ...encrypted.outcomes]
}
