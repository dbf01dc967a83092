/** Whether a process of this machine lives. */
import { readFileSync } from 'node:fs'

/** What has ended but was not fetched by its parent yet is dead, too: how soon that happens is up to the system. */
export const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
