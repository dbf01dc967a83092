/** What every process of one pool is and may do. */
import type { Log } from '#server/platform/logger.ts'
import type { Sandbox } from './sandbox.ts'
import type { DeathCodes } from './why-ended.ts'

export interface PoolOptions {
  kind: string
  /** Path of the process's program. */
  entry: string
  size: number
  heapMb: number
  /** Flags for V8 in the process. */
  flags?: readonly string[]
  maxReplyBytes: number
  /** Jobs of one owner that may wait. */
  maxQueue: number
  idleMs: number
  /** Whether the processor time of a job counts for the run that asked for it. */
  isCharged: boolean
  /** A process that keeps more memory than this after a job is replaced: what one file left behind must not get the next one refused. */
  maxKeptMb?: number
  errors: DeathCodes
  sandbox: () => Promise<Sandbox>
  log: Pick<Log, 'info' | 'warn'>
}
