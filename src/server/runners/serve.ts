/** The inside of a runner process: one job at a time from the socket, one answer each. Ends when the server is gone. */
import { Socket } from 'node:net'
import { encodeFrame, type Frame, FrameReader } from './wire.ts'

export interface Answer {
  header: object
  blob?: Uint8Array
}

/** A refusal with a stable code; becomes a NodeError in the server. */
export class JobError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Does a part of a job that has processor time of its own: `kind` is one that the server gave a limit (`PartLimits`). */
export type DoPart = <T>(kind: string, work: () => Promise<T>) => Promise<T>

const MAX_JOB_BYTES = 64_000_000

/**
 * Answers every frame with what `handle` returns, or with `{error: {code, message}}`. An error that is not a JobError is
 * reported under `failCode`: its message comes from untrusted work and is cut. Every answer says how much processor time (`cpu_ms`) it took.
 */
export const serveJobs = (failCode: string, handle: (job: Frame, doPart: DoPart) => Answer | Promise<Answer>): void => {
  const socket = new Socket({ fd: 3, readable: true, writable: true })
  const reader = new FrameReader(MAX_JOB_BYTES)
  const send = (answer: Answer) => {
    socket.cork()
    for (const part of encodeFrame(answer.header, answer.blob)) socket.write(part)
    socket.uncork()
  }
  const doPart: DoPart = async (part, work) => {
    send({ header: { part } })
    try {
      return await work()
    } finally {
      send({ header: { part: null } })
    }
  }
  const answer = async (job: Frame) => {
    const before = process.cpuUsage()
    const write = ({ header, blob }: Answer) => {
      const { user, system } = process.cpuUsage(before)
      send({ header: { ...header, cpu_ms: (user + system) / 1000 }, ...(blob && { blob }) })
    }
    try {
      const result = handle(job, doPart)
      write(result instanceof Promise ? await result : result)
    } catch (cause) {
      const code = cause instanceof JobError ? cause.code : failCode
      const message = cause instanceof Error ? cause.message : String(cause)
      write({ header: { error: { code, message: message.slice(0, 500) } } })
    }
  }
  socket.on('data', (chunk) => {
    for (const frame of reader.push(chunk)) void answer(frame)
  })
  socket.on('error', () => process.exit(0))
  socket.on('close', () => process.exit(0))
  send({ header: { ready: true } })
}
