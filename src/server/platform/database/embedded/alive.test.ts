import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { isAlive } from './alive.ts'

it('knows the living from the dead, and from those nobody has fetched yet', async () => {
  expect(isAlive(process.pid)).toBe(true)
  for (const pid of [0, -1, Number.NaN, 4_194_305]) expect([pid, isAlive(pid)]).toEqual([pid, false])
  // A shell that becomes `sleep` never fetches the child it began before.
  const parent = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 30'])
  const [line] = await once(parent.stdout, 'data')
  const child = Number(String(line))
  await expect.poll(() => isAlive(child)).toBe(false)
  expect(isAlive(parent.pid ?? 0)).toBe(true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(() => isAlive(parent.pid ?? 0)).toBe(false)
})
