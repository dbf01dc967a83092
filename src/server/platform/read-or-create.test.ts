/** In processes of their own: limits of the system end or stop them half-way. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '#test/support/program.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

/** Reads the configuration as the program does, after shell commands that limit it. */
async function secretOf(limit = ':'): Promise<string> {
  const code = `const { loadConfig } = await import('./src/server/config.ts')
    console.log(loadConfig({ DATA_DIR: ${JSON.stringify(folder.path)} }).secret)`
  const node = `exec "${process.execPath}" --no-warnings --input-type=module --eval '${code.replaceAll("'", '"')}'`
  return (await run('/bin/sh', ['-c', `${limit}; ${node}`], { cwd: root })).stdout.trim()
}

it.runIf(process.platform !== 'win32')(
  'a first start on a full disk leaves no empty secret or key that keeps the next one from starting',
  async () => {
    // No byte can be written to any file, as on a full disk.
    await expect(secretOf('ulimit -f 0')).rejects.toThrow('EFBIG')
    expect(readdirSync(folder.path)).toEqual([])
    const secret = await secretOf()
    expect(secret).toHaveLength(64)
    expect(await secretOf()).toBe(secret)
    expect(readdirSync(folder.path).sort()).toEqual(['secret', 'vault-key'])
  },
)

it.runIf(process.platform !== 'win32')(
  'processes that start at once have one secret, and each reads all of it',
  async () => {
    const secrets = await Promise.all(Array.from({ length: 4 }, () => secretOf()))
    expect(new Set(secrets)).toEqual(new Set([readFileSync(join(folder.path, 'secret'), 'utf8')]))
  },
)
