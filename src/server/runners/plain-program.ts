/**
 * The program of guests as plain JavaScript, in a folder of its own. A process that reads TypeScript loads a compiler first, which takes 12 MB
 * of memory in each, as much again as all the rest of Node does.
 */
import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '#server/platform/temporary-folders.ts'

const run = promisify(execFile)
const WRITER = fileURLToPath(new URL('./write-plain-program.ts', import.meta.url))
const WRITE_MS = 30_000

interface PlainProgram {
  folder: string
  entry: string
}

const written = new Map<string, Promise<PlainProgram>>()
const folders = new Map<string, string>()
process.once('exit', () => {
  for (const folder of folders.values()) rmSync(folder, { recursive: true, force: true })
})

const entryIn = (folder: string): string => join(folder, '0.mjs')

async function write(source: string): Promise<PlainProgram> {
  const folder = await makeTemporaryFolder('program')
  // Its process may be another user.
  await chmod(folder, 0o755)
  // In a process of its own: taking types away warns in the log of the one that does it.
  await run(process.execPath, ['--no-warnings', WRITER, source, folder], { timeout: WRITE_MS })
  folders.set(source, folder)
  return { folder, entry: entryIn(folder) }
}

/**
 * Written once by this process, and again when a cleaner of temporary files has removed it.
 * @param source path of its TypeScript
 */
export function plainProgram(source: string): Promise<PlainProgram> {
  const folder = folders.get(source)
  if (folder !== undefined && !existsSync(entryIn(folder))) {
    folders.delete(source)
    written.delete(source)
  }
  const known = written.get(source)
  if (known) return known
  const writing = write(source)
  written.set(source, writing)
  writing.catch(() => written.delete(source))
  return writing
}
