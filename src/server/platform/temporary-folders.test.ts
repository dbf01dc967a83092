import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { makeTemporaryFolder, removeLeftFolders } from './temporary-folders.ts'

const module = fileURLToPath(new URL('./temporary-folders.ts', import.meta.url))

/** Another process that makes a folder with a file in it, says where, and waits. */
async function another() {
  const program = join(tmpdir(), `chowk-left-${process.pid}.mjs`)
  await writeFile(
    program,
    `const { makeTemporaryFolder } = await import(${JSON.stringify(module)})
     const folder = await makeTemporaryFolder('piece')
     await (await import('node:fs/promises')).writeFile(folder + '/index.js', 'lamp')
     console.log(folder)
     setInterval(() => {}, 1000)`,
  )
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout, 'data')
  return {
    folder: String(said).trim(),
    async kill() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(program)
    },
  }
}

it('removes what a killed process left behind, and nothing of one that runs', async () => {
  const own = await makeTemporaryFolder('runner')
  const other = await another()
  await removeLeftFolders()
  expect([own, other.folder].map((one) => existsSync(one))).toEqual([true, true])
  await other.kill()
  await removeLeftFolders()
  expect([own, other.folder].map((one) => existsSync(one))).toEqual([true, false])
  await rm(own, { recursive: true })
}, 30_000)

it.runIf(process.platform === 'linux')(
  'knows a process by when it started: in a container each has the same id',
  async () => {
    const before = join(tmpdir(), `chowk-piece-${process.pid}-1-abcdef`)
    await mkdir(before)
    await removeLeftFolders()
    expect(existsSync(before)).toBe(false)
  },
)
