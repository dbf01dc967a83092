/** Sends spans to the collector that the operator names. Its libraries are loaded by those only who have one. */
import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api'
import type { TracingSettings } from './settings.ts'
import { setTracing } from './spans.ts'

export interface TracedProcess {
  version: string
  /** Tells processes of an installation apart. */
  instance: string
}

/** How long the end of the process waits for the collector, in ms. */
const LAST_EXPORT_MS = 3_000

/** @returns what sends the last spans and ends it; it never fails, and never takes longer than three seconds */
export async function startTracing(
  { endpoint, headers, service, share, content }: TracingSettings,
  { version, instance }: TracedProcess,
  warn: (message: string) => void,
): Promise<() => Promise<void>> {
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, { resourceFromAttributes }, core] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
    ])
  const ids = new sdk.RandomIdGenerator()
  let named: string | null = null
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.version': version,
      'service.instance.id': instance,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    idGenerator: {
      generateSpanId: () => ids.generateSpanId(),
      generateTraceId: () => {
        const id = named ?? ids.generateTraceId()
        named = null
        return id
      },
    },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers }),
      }),
    ],
  })
  // Only what keeps spans from arriving: the library's other messages are for its developers.
  const tell = (message: string) => warn(`traces: ${message.slice(0, 300)}`)
  const silent = () => {}
  diag.setLogger({ error: tell, warn: tell, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  setTracing({
    content,
    nameNextTrace(id) {
      named = id
    },
  })
  return async () => {
    setTracing(null)
    const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_EXPORT_MS).unref())
    await Promise.race([provider.shutdown().catch(() => {}), late])
    trace.disable()
    context.disable()
    propagation.disable()
    diag.disable()
  }
}
