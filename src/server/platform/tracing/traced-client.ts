/** Statements as spans of what sent them. Those that nothing traced sends, such as the polls of jobs, are left out. */
import { context, SpanKind, trace } from '@opentelemetry/api'
import pg from 'pg'
import { endFailed, endWith, isTracing, startSpan } from './spans.ts'

const MOST_CHARACTERS = 2_000

type Callback = (error: Error | null, ...rest: unknown[]) => unknown

/** Values are sent apart from the text of a statement, so the text holds none. */
const attributesOf = (text: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS),
})

const textOf = (query: unknown): string | null => {
  if (typeof query === 'string') return query
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  // A stream of rows has its own end.
  return typeof text === 'string' && submit === undefined ? text : null
}

function traceQuery(given: unknown[], send: (given: unknown[]) => unknown): unknown {
  const text = textOf(given[0])
  if (text === null || trace.getSpan(context.active()) === undefined) return send(given)
  const attributes = attributesOf(text)
  const name = /^[a-z]+/i.exec(attributes['db.query.text'])?.[0].toUpperCase() ?? 'SQL'
  const span = startSpan(name, { kind: SpanKind.CLIENT, attributes })
  const last = given.at(-1)
  if (typeof last === 'function') {
    const callback: Callback = (error, ...rest) => {
      if (error) endFailed(span, error)
      else span.end()
      return (last as Callback)(error, ...rest)
    }
    return send([...given.slice(0, -1), callback])
  }
  return endWith(span, send(given))
}

export class TracedClient extends pg.Client {
  override query(...given: unknown[]): never {
    const send = (all: unknown[]) => super.query(...(all as [string]))
    return (isTracing() ? traceQuery(given, send) : send(given)) as never
  }
}
