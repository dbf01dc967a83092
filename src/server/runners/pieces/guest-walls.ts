/** What the process of a guest is before code of strangers runs in it. */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { WAY_OUT } from '#nodes/piece-work.ts'
import { openWayOut } from './way-out.ts'

/** Leaves it the way out of its folder alone, and takes from it what could end other processes. */
export function raiseWalls(): void {
  // Libraries that look whether a file is there would fail on a path they may not read: for them there is none.
  const { existsSync } = fs
  fs.existsSync = (path) => {
    try {
      return existsSync(path)
    } catch {
      return false
    }
  }
  syncBuiltinESMExports()
  // Where processes share a user, a guest could end the server.
  Object.assign(process, { kill: undefined, _kill: undefined })
  openWayOut(join(process.cwd(), WAY_OUT))
}
