/**
 * Spans of OpenTelemetry for what a process does. Without a collector nothing is made of them: each call here is then one comparison.
 * They name what was called and how it ended, and hold no content: no body, no values of a statement, no message of an error, and no
 * prompt unless the operator wants those.
 */
import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  type Link,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

const TRACER = 'chowk'

interface Tracing {
  /** What models and tools are sent and give is told, too. */
  content: boolean
  /** The next root span begins the trace with this id. */
  nameNextTrace(id: string): void
}

let tracing: Tracing | null = null

/** @param next null when spans are made no longer */
export const setTracing = (next: Tracing | null): void => {
  tracing = next
}

export const isTracing = (): boolean => tracing !== null

/** Characters of one attribute with content. */
const MOST_CONTENT = 100_000

/**
 * What is told only where the operator switched it on; JSON that is too long is left out, because a part of it could not be read.
 * @param of makes the values, which are written as JSON unless they are texts
 */
export function contentAttributes(of: () => Record<string, unknown>): Attributes {
  if (!tracing?.content) return {}
  return Object.fromEntries(
    Object.entries(of())
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const)
      .filter(([, text]) => text.length <= MOST_CONTENT),
  )
}

export interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
  /** What it is a part of, if that is not what runs. */
  parent?: Context
}

const UNTRACED: Pick<Span, 'setAttributes'> = {
  setAttributes() {
    return this as Span
  },
}

/** Errors are told by their code, which never quotes anything. */
const typeOf = (error: unknown): string => {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'error'
}

/** Ends a span of work that failed. */
export function endFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', typeOf(error))
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Ends a span with the work, or with its promise. @returns the work's result */
export function endWith<T>(span: Span, result: T): T {
  if (result instanceof Promise)
    result.then(
      () => span.end(),
      (error) => endFailed(span, error),
    )
  else span.end()
  return result
}

export const startSpan = (name: string, { kind, attributes, parent = context.active() }: SpanOptions): Span =>
  trace.getTracer(TRACER).startSpan(name, { kind: kind ?? SpanKind.INTERNAL, attributes: attributes ?? {} }, parent)

/** Does `work` inside a span that ends with it, or with its promise. What the work calls is part of the span. @throws what the work throws */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Pick<Span, 'setAttributes'>) => T): T {
  if (!isTracing()) return work(UNTRACED)
  const parent = options.parent ?? context.active()
  const span = startSpan(name, { ...options, parent })
  try {
    return endWith(
      span,
      context.with(trace.setSpan(parent, span), () => work(span)),
    )
  } catch (error) {
    endFailed(span, error)
    throw error
  }
}

/** The call of a tool that runs. */
const TOOL = createContextKey('tool')

const toolAttributes = (name: string): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': name,
  'gen_ai.tool.type': 'function',
})

/**
 * Does what a tool is asked for, so that what the work calls is a part of its span, as OpenTelemetry names it
 * (opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans, “Execute tool”). `tellToolCall` tells it the result.
 */
export function inToolSpan<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work()
  const span = startSpan(`execute_tool ${name}`, { attributes: toolAttributes(name) })
  return endWith(
    span,
    context.with(trace.setSpan(context.active(), span).setValue(TOOL, { name, span }), () => work()),
  )
}

/** A call of a tool by an agent that has just ended. One that `inToolSpan` has not opened gets a span of its own. */
export function tellToolCall(call: {
  name: string
  arguments: unknown
  ok: boolean
  result: string
  ms: number
}): void {
  if (!isTracing()) return
  const open = context.active().getValue(TOOL) as { name: string; span: Span } | undefined
  const isOpen = open?.name === call.name
  const end = Date.now()
  const span = isOpen
    ? open.span
    : trace
        .getTracer(TRACER)
        .startSpan(`execute_tool ${call.name}`, { startTime: end - call.ms, attributes: toolAttributes(call.name) })
  span.setAttributes(
    contentAttributes(() => ({
      'gen_ai.tool.call.arguments': call.arguments,
      'gen_ai.tool.call.result': call.result,
    })),
  )
  if (!call.ok) span.setAttribute('error.type', 'tool_failed').setStatus({ code: SpanStatusCode.ERROR })
  if (!isOpen) span.end(end)
}

/** Steps that OpenTelemetry has names for. */
const stepSpan = (type: string, node_id: string): { name: string; attributes: Attributes } =>
  type === 'ai_agent'
    ? { name: 'invoke_agent', attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.id': node_id } }
    : { name: `step ${type}`, attributes: {} }

/** The part of a run that this process does. */
export interface RunSpan {
  /** One attempt of a step. */
  step<T>(attributes: { type: string; node_id: string; attempt: number }, work: () => T): T
  /** What the run does between its steps. */
  inside<T>(work: () => T): T
  end(outcome: string): void
}

const UNTRACED_RUN: RunSpan = { step: (_, work) => work(), inside: (work) => work(), end: () => {} }

/**
 * Every run is a trace of its own, and the id of the trace is the id of the run without its dashes: it is found under the id that the
 * interface shows, whichever processes did its parts. The request or the step that began it is linked.
 */
export function startRun(id: string, attributes: Attributes): RunSpan {
  if (tracing === null) return UNTRACED_RUN
  const starter = trace.getActiveSpan()
  starter?.setAttribute('chowk.run.id', id)
  const links: Link[] = starter ? [{ context: starter.spanContext() }] : []
  tracing.nameNextTrace(id.replaceAll('-', ''))
  const own = { 'chowk.run.id': id, ...attributes }
  const span = trace.getTracer(TRACER).startSpan('run', { root: true, links, attributes: own })
  const inside = trace.setSpan(context.active(), span)
  return {
    step: ({ type, node_id, attempt }, work) => {
      const { name, attributes } = stepSpan(type, node_id)
      const own = { 'chowk.step.type': type, 'chowk.step.id': node_id, 'chowk.step.attempt': attempt }
      return inSpan(name, { parent: inside, attributes: { ...own, ...attributes } }, work)
    },
    inside: (work) => context.with(inside, work),
    end(outcome) {
      span.setAttribute('chowk.run.outcome', outcome)
      if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}
