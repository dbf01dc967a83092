/** What a process of a pool is given to do, and for whom. */
import type { WorkFor } from '#nodes/work-for.ts'
import type { CpuLimits } from './cpu-meter.ts'

export interface Job {
  header: unknown
  /** Asked when a process is free, so that what waits takes no memory. What it throws is the job's error. */
  content?: () => Uint8Array | Promise<Uint8Array>
  deadlineMs: number
  /** Processor time the process may spend on this; unlimited when absent. */
  cpu?: CpuLimits
  /** Resident memory the whole process may have while it works on this. */
  maxResidentMb: number
  /** A process that had a job of the same owner lately is taken if one is idle: it is warm for them. */
  for: WorkFor
}

/** What is written out for a process is written by the server's own thread, so its time counts as such. */
export const contentOf = ({ content, for: { step } }: Job) => (step && content ? step.measure(content) : content?.())
