/** The place of one process in a pool, and what it was given to do. */
import type { CpuMeter } from './cpu-meter.ts'
import type { Job } from './job.ts'
import type { RunnerProcess } from './process.ts'
import type { Frame } from './wire.ts'

export interface Pending extends Job {
  readonly owner: string
  /** Its step waits, until this is called. */
  endWait: (() => void) | undefined
  /** It is not given out together with others. */
  isAlone: boolean
  isSettled: boolean
  resolve(frame: Frame): void
  reject(cause: unknown): void
  onAbort: () => void
}

export interface Slot {
  state: 'starting' | 'idle' | 'busy'
  process: RunnerProcess | null
  /** What it was given and has not answered. It answers in this order. */
  jobs: Pending[]
  /** It was given several at once. */
  isTogether: boolean
  /** What it handed back of them. */
  left: Pending[]
  timer: NodeJS.Timeout | null
  /** When its jobs were sent to it; 0 before. */
  began: number
  /** Counts the processor time of its job. */
  cpu: CpuMeter | null
  /** For whom it is warm, the latest last. */
  warm: string[]
}

export const emptySlot = (): Slot => ({
  state: 'starting',
  process: null,
  jobs: [],
  isTogether: false,
  left: [],
  timer: null,
  began: 0,
  cpu: null,
  warm: [],
})

/** What a process says about a job. */
export interface AnswerHeader {
  error?: { code: string; message: string }
  /** The process is not to be used again. */
  retire?: boolean
  /**
   * It hands back a job that came with others, not done: `slow` because the job takes too long for that, `later` because there was no time left
   * for it.
   */
  left?: 'slow' | 'later'
  cpu_ms: number
}
