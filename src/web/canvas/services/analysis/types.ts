/** What passes between the page and its worker. */
import type { answers } from './answers.ts'

export type Answers = typeof answers
export type Ask = keyof Answers
export type AskInput<A extends Ask> = Parameters<Answers[A]>[0]
export type AskOutput<A extends Ask> = Awaited<ReturnType<Answers[A]>>

export interface AnalysisQuestion {
  id: number
  ask: Ask
  input: unknown
}

export interface AnalysisAnswer {
  id: number
  output?: unknown
  failure?: string
}
