/**
 * Folders in the temporary directory that belong to this process, by their names. A process that is killed leaves its own behind; the next
 * one that starts on the machine removes them.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `runner`: where a sandboxed process is at work. `piece`: the unpacked files of a plugin. `program`: what runs them. */
export type TemporaryFolder = 'runner' | 'piece' | 'program'

const NAME = /^chowk-(?:runner|piece|program)-(\d+)-(\d+)-[A-Za-z0-9]{6}$/

/** When a process started, in the system's own unit: ids are used again, in a container mostly the same one. Null when it is gone. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold spaces; the start is the 22nd field, the third is the first one behind it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isAlive(pid: number, start: string): boolean {
  if (process.platform === 'linux') return startOf(pid) === start
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

let own: string | null = null

/** Makes an empty folder that only this user can read. Its caller removes it. */
export function makeTemporaryFolder(kind: TemporaryFolder): Promise<string> {
  own ??= startOf(process.pid) ?? '0'
  return mkdtemp(join(tmpdir(), `chowk-${kind}-${process.pid}-${own}-`))
}

/** Removes folders of processes that are gone. @returns how many */
export async function removeLeftFolders(): Promise<number> {
  let removed = 0
  for (const name of await readdir(tmpdir())) {
    const [, pid, start] = NAME.exec(name) ?? []
    if (pid === undefined || start === undefined || isAlive(Number(pid), start)) continue
    try {
      await rm(join(tmpdir(), name), { recursive: true, force: true })
      removed++
    } catch {
      // It belongs to another user of this machine.
    }
  }
  return removed
}
