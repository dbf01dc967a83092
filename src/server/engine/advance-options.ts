/** What one run is given. */

import type { Json } from '#contract/core/primitives.ts'
import type { Trigger } from '#contract/runs/execution-states.ts'
import type { PlanItem } from '#contract/runs/plan.ts'
import type { Owner } from '#nodes/ports.ts'
import type { Outputs } from '#server/gateways/outputs.ts'
import type { RunSpan } from '#server/platform/tracing/spans.ts'
import type { MakeContext } from './context.ts'
import type { NodeRow, TestPlan } from './journal-sql.ts'
import type { RunProcessor } from './processor.ts'
import type { Program } from './program.ts'
import type { Recorder } from './recorder.ts'
import type { RunWait, Waits } from './waits.ts'
import type { LiveSink, Progress } from './watch.ts'

export interface AdvanceOptions {
  program: Program
  recorder: Recorder
  input: Json
  owner: Owner
  /** Null where the workflow itself runs, and in a run that a step started. */
  agent_version: string | null
  /** How it was started. */
  trigger: Trigger
  /** The knowledge bases that its owner chose. */
  chosen: readonly string[]
  rows: readonly NodeRow[]
  waits: readonly RunWait[]
  /** Of a test of a draft. */
  test: TestPlan | null
  makeContext: MakeContext
  processor: RunProcessor
  waiting: Waits
  outputs: Outputs | null
  report: (error: unknown, execution_id: string, node_id: string) => void
  /** What is live only; null while nobody watches. */
  live: () => LiveSink | null
  /** Keeps what a model writes for readers who come late. */
  keepWritten: (node_id: string, iteration: string, ...said: Progress) => void
  /** Keeps what an agent plans for them, too. */
  keepPlan: (node_id: string, iteration: string, plan: readonly PlanItem[]) => void
  /** What its steps are traced as part of. */
  span: RunSpan
}
