/** What the operator says about traces, under the names that OpenTelemetry gives these variables. */
import { z } from 'zod'

export interface TracingSettings {
  /** The collector's OTLP address over HTTP, without `/v1/traces`. */
  endpoint: string
  /** Sent with every export: tokens of hosted collectors. */
  headers: Record<string, string>
  /** The name that this installation has among others. */
  service: string
  /** Of all traces, how many are kept: 0 to 1. */
  share: number
  /** What models and tools are sent and give is in their spans. */
  content: boolean
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/

/** `name=value,…`, as opentelemetry.io/docs/specs/otel/protocol/exporter has it. */
export const OtlpHeaders = z.string().transform((text, ctx): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const part of text.split(',')) {
    if (part.trim() === '') continue
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    const value = decoded(part.slice(at + 1).trim())
    if (at < 1 || !NAME.test(name) || value === null) {
      ctx.addIssue({ code: 'custom', message: 'must be name=value,… with values that are percent-encoded' })
      return z.NEVER
    }
    headers[name] = value
  }
  return headers
})

/** Null where it cannot be sent. */
function decoded(text: string): string | null {
  try {
    const value = decodeURIComponent(text)
    return /^[\x20-\x7e]*$/.test(value) ? value : null
  } catch {
    return null
  }
}

const WITH_CONTENT = ['true', 'span_only', 'span_and_event']
const WITHOUT_CONTENT = ['false', 'no_content', 'event_only']

/** As instrumentation libraries take it: `true`, or the name of a mode. */
export const CaptureContent = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.enum([...WITH_CONTENT, ...WITHOUT_CONTENT], 'must be true or false'))
  .transform((mode) => WITH_CONTENT.includes(mode))

interface TracingVariables {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS?: Record<string, string> | undefined
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: boolean
}

export const tracingSettings = (e: TracingVariables): TracingSettings | null =>
  e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: e.OTEL_EXPORTER_OTLP_HEADERS ?? {},
        service: e.OTEL_SERVICE_NAME,
        share: e.OTEL_TRACES_SAMPLER_ARG,
        content: e.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT,
      }
