/** The servers that engine benches load, each a process of its own: the engine alone, and the product with its real hooks. */
import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createOwner, storeWorkflow } from '../test/support/engine.ts'
import { SHAPES, type Shape, shapeDocument } from './shapes.ts'

const root = join(import.meta.dirname, '..')

export interface Target {
  name: string
  urlOf(shape: Shape): string
  stop(): Promise<void>
}

interface Started {
  child: ChildProcess
  /** The line it said it was ready with. */
  line: string
}

/** Waits for a line on stdout that `isReady` takes. @param file where stdout goes, if not to this process */
async function start(
  args: string[],
  env: NodeJS.ProcessEnv,
  isReady: (line: string) => boolean,
  file?: string,
): Promise<Started> {
  const child = spawn(process.execPath, ['--no-warnings', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', file ? openSync(file, 'w') : 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    const look = () => {
      const found = text.split('\n').find(isReady)
      if (found) resolve(found)
      return found !== undefined
    }
    child.stdout?.on('data', (chunk) => {
      text += chunk
      look()
    })
    if (file) {
      const timer = setInterval(() => {
        text = readFileSync(file, 'utf8')
        if (look()) clearInterval(timer)
      }, 100)
    }
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with code ${code}: ${text}`)))
  })
  return { child, line }
}

const stopper = (child: ChildProcess) => () =>
  new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** @returns its base address */
export async function startEcho(): Promise<{ url: string; stop(): Promise<void> }> {
  const { child, line } = await start(['bench/echo-server.ts'], {}, (text) => /^\d+$/.test(text))
  return { url: `http://127.0.0.1:${line}`, stop: stopper(child) }
}

export async function startEngineServer(databaseUrl: string, echoUrl: string): Promise<Target> {
  const { child, line } = await start(['bench/engine-server.ts', databaseUrl, `${echoUrl}/echo`], {}, (text) =>
    /^\d+$/.test(text),
  )
  return { name: 'engine', urlOf: (shape) => `http://127.0.0.1:${line}/webhook/${shape}`, stop: stopper(child) }
}

const tokenOf = (shape: Shape) => `bench-${shape}-0123456789abcdef`

/**
 * The program itself, with the shapes as published workflows.
 * @param logged it writes its access log, into a file, as in production
 */
export async function startProduct(
  databaseUrl: string,
  echoUrl: string,
  dataDir: string,
  logged = false,
): Promise<Target> {
  const pool = createPool(databaseUrl, 2)
  await migrate(pool)
  const owner = await createOwner(pool)
  for (const shape of SHAPES) {
    const document = shapeDocument(shape, `${echoUrl}/echo`)
    const { workflow_id } = await storeWorkflow(pool, owner, document)
    await pool.query(
      `insert into workflow_triggers (workflow_id, type, token, config) values ($1, 'webhook', $2, $3)`,
      [workflow_id, tokenOf(shape), JSON.stringify(document.nodes[0]?.config)],
    )
  }
  await pool.end()
  const env = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    OUTBOUND_ALLOW: new URL(echoUrl).host,
    LOG_LEVEL: logged ? 'info' : 'warn',
  }
  const file = logged ? `${dataDir}.log` : undefined
  const { child, line } = await start(['src/server/main.ts'], env, (text) => text.includes(' is ready at '), file)
  const base = /http:\S+/.exec(line)?.[0] ?? ''
  return {
    name: logged ? 'logged' : 'product',
    urlOf: (shape) => `${base}/hooks/${tokenOf(shape)}`,
    stop: stopper(child),
  }
}
