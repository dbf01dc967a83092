/** The one list of §7 paths that a later issue brings. Each answers 501 in the envelope until its endpoint exists. */
import type { Method } from './endpoint.ts'

export interface NotYet {
  method: Method
  path: string
}

const get = (path: string): NotYet => ({ method: 'GET', path })

export const NOT_YET: readonly NotYet[] = [
]
