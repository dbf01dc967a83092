/** A call of a model as a node sees it, and what is kept of it. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { RunAs } from './ports.ts'

/** One message of a conversation with a model. `tool` answers the call `tool_call_id` of the assistant's message before it. */
export type ModelMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; tool_calls?: ModelToolCall[] }
  | { role: 'tool'; tool_call_id: string; name: string; content: string }

export interface ModelTool {
  name: string
  description: string
  /** JSON Schema of the arguments, an object. */
  parameters: JsonObject
}
export interface ModelToolCall {
  id: string
  name: string
  /** What the model wrote; checked against nothing yet. */
  arguments: JsonObject
}

export interface ModelRequest {
  messages: ModelMessage[]
  /** JSON Schema of the answer. It is checked; an answer that does not fit goes back to the model, at most twice. */
  schema?: JsonObject
  tools?: ModelTool[]
  temperature?: number
  /** 1,024 when left out. */
  max_output_tokens?: number
  /** Id of a model in the settings. When left out: the default of the run's owner where their own models may be asked, else the operator's. */
  model?: string
  /** Id of the model that is asked when the first one fails; when left out, the fallback from the same settings as the default. */
  fallback_model?: string
  /** A key other than the model's own: id of a credential. */
  credential?: string
  /** Caps over all calls of this node in this run. `max_cost_micros` in micro-rupees. */
  budget?: { max_tokens?: number; max_cost_micros?: number }
}

/** What one call used. `cost_micros`: micro-rupees (₹1 = 1,000,000); 0 while the model has no price. */
export interface ModelUsage {
  input_tokens: number
  output_tokens: number
  cost_micros: number
}
/** A line of `usage` in a node's row: one per call, failed ones too. */
export interface RecordedUsage extends ModelUsage {
  model: string
  /** How long the call took. */
  ms: number
  /** When it began, as an ISO time. */
  at?: string
}

export interface ModelAnswer {
  text: string
  /** There when a schema was asked for: it fits. */
  object?: Json
  tool_calls: ModelToolCall[]
  /** Of all calls this answer took, repairs among them. */
  usage: ModelUsage
  /** The name of the model that answered, as its provider calls it. */
  model: string
  finish: 'stop' | 'length' | 'tool_calls' | 'filtered' | 'other'
}

/** One call of a model as it was made, repairs and failed ones too. */
export interface ModelCallMade extends RecordedUsage {
  at: string
  request: Pick<ModelRequest, 'messages' | 'tools' | 'schema' | 'temperature'> & { max_output_tokens: number }
  /** Null when it failed; `written` is then what had arrived. */
  answer: { text: string; tool_calls: ModelToolCall[]; finish: ModelAnswer['finish'] } | null
  written: string
  /** Why it failed, without anything secret. */
  error: { code: string; message: string } | null
}

/** One call of a tool by an agent. `ms` is how long it took; `result` says why when it is not `ok`. */
export interface ToolCallMade {
  name: string
  arguments: JsonObject
  ok: boolean
  result: string
  ms: number
}

/** On whose account a call is counted. The engine puts it in; a node does not. */
export interface ModelAccount {
  execution_id: string
  node_id: string
  record(usage: RecordedUsage): void
  /** Keeps the call with its content in the trace of the run. */
  trace(call: ModelCallMade): void
}

/**
 * Language models the operator or the user has set up. What a model answers is data: never trusted, never executed.
 * @throws NodeError `model_missing`, `model_not_found`, `budget_exceeded` (before a call is made), `model_limited` (429),
 * `model_refused` (key, model name or request), `model_failed`, `model_cut`, `model_timeout`, `model_schema`
 */
export interface ModelPort {
  generate(
    request: ModelRequest,
    who: RunAs,
    signal: AbortSignal,
    /** What was written so far arrives piece by piece; shown live, not stored. */
    onText?: (piece: string) => void,
    account?: ModelAccount,
  ): Promise<ModelAnswer>
  /** Is there any model this run could ask? */
  available(who: RunAs): Promise<boolean>
}
