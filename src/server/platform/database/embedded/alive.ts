/** Whether a process of this machine lives. */
import { readFileSync } from 'node:fs'

/** `4242 (post) gres) Z …`: its number, what it is called, and its state. A name may hold anything, parentheses too. */
const STAT = /\((.*)\) (\w)/s

/** What Linux tells of a process; null elsewhere, and where there is none. */
function told(pid: number): { name: string; state: string } | null {
  try {
    const [, name = '', state = ''] = STAT.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, state }
  } catch {
    return null
  }
}

/**
 * What has ended but was not fetched by its parent yet is dead, too: how soon that happens is up to the system. Processes of others,
 * which may not be signalled, live.
 */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (process.platform === 'linux') {
    const found = told(pid)
    return found !== null && found.state !== 'Z' && found.state !== 'X'
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The name of a living process on Linux; null elsewhere. */
export const processName = (pid: number): string | null => (isAlive(pid) ? (told(pid)?.name ?? null) : null)
