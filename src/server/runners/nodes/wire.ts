/** What the server and a thread that runs nodes say to each other. Everything is copied on the way (structured clone). */

import type { Json } from '#contract/core/primitives.ts'
import { type NodeContext, NodeError, type NodeResult } from '#nodes/node.ts'
import type { CodeEntry } from '#nodes/ports.ts'

/** One call of a node's `run`. Every message carries its `id`, so that nothing late reaches the next job. */
export interface Job {
  kind: 'job'
  id: number
  type: string
  config: unknown
  input: Json
  inputs: NodeContext<unknown>['inputs']
  run: NodeContext<unknown>['run']
}

export type PortName = 'http' | 'parse' | 'code' | 'embed' | 'codes' | 'model' | 'model_available'

/** A part of a code table; `entries` is empty when the thread has this version already. */
export interface CodePage {
  version: string
  source?: string
  entries: readonly CodeEntry[]
  more: boolean
}

/** An answer to `ask` number `ask` of the job. */
export type Answer = { kind: 'answer'; id: number; ask: number } & ({ value: unknown } | { error: WiredError })

export type FromThread = { kind: 'ready' } | FromJob

type FromJob = { id: number } & (
  | { kind: 'ask'; ask: number; port: PortName; args: readonly unknown[] }
  | { kind: 'log'; message: string; data: Json }
  | { kind: 'progress'; fraction: number; message: string }
  | ({ cpu_ms: number } & ({ kind: 'done'; result: NodeResult } | { kind: 'failed'; error: WiredError }))
)

/** Errors are copied with message and stack; of the classes only those of the language, and {@link NodeError}, keep theirs. */
export type WiredError =
  | { refusal: { code: string; message: string; retryable: boolean; field: string | null } }
  | { thrown: unknown }

export function wireError(error: unknown): WiredError {
  if (error instanceof NodeError) {
    const { code, message, retryable, field } = error
    return { refusal: { code, message, retryable, field } }
  }
  try {
    return { thrown: structuredClone(error) }
  } catch {
    return { thrown: new Error(String(error)) }
  }
}

export function unwireError(wired: WiredError): unknown {
  if (!('refusal' in wired)) return wired.thrown
  const { code, message, retryable, field } = wired.refusal
  return new NodeError(code, message, field === null ? { retryable } : { retryable, field })
}
