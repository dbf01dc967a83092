import { type ReactNode, useState } from 'react'
import { ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { MethodBadge } from './method-badge.tsx'
import { accessWords, needsToken, type OpenApi, type Operation, type Parameter } from './openapi.ts'
import { SchemaView } from './schema-view.tsx'
import { buildExample, limitWords, typeWords } from './schema-words.ts'
import { fetchOf, toCurl } from './snippets.ts'

const origin = () => (typeof window === 'undefined' ? '' : window.location.origin)

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-lg">{title}</h2>
      {children}
    </section>
  )
}

/** One endpoint: who may call it, what it takes and answers, what goes wrong, and a call to copy. */
export function OperationView({ operation, document }: { operation: Operation; document: OpenApi }) {
  const { name, method, path, summary, description, group, access, parameters, body, answer } = operation
  return (
    <article
      key={name}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-x-10 gap-y-7 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]"
    >
      <header className="grid gap-2 xl:col-span-2">
        <Breadcrumbs crumbs={[{ label: 'API Reference', href: paths.apiReference({}) }]} />
        <h1 className="text-3xl">{summary}</h1>
        {description && <p className="max-w-prose">{description}</p>}
        <p className="flex flex-wrap items-baseline gap-x-3">
          <MethodBadge method={method} />
          <code className="break-all font-mono">{path}</code>
        </p>
        <p className="flex flex-wrap gap-2">
          <Badge>{accessWords(access)}</Badge>
          <Badge>{group}</Badge>
          <Badge>{name}</Badge>
        </p>
      </header>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 xl:sticky xl:top-20 xl:order-last xl:max-h-[calc(100dvh-6rem)] xl:self-start xl:overflow-y-auto">
        <Call operation={operation} document={document} />
        <ExampleAnswer operation={operation} document={document} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-7">
        {parameters.length > 0 && (
          <Part title="Parameters">
            <Parameters parameters={parameters} document={document} />
          </Part>
        )}
        {body && (
          <Part title="Body">
            <p className="text-muted text-base">{body.multipart ? 'multipart/form-data' : 'application/json'}</p>
            <SchemaView schema={body.schema} document={document} />
          </Part>
        )}
        <Part title="Response">
          <p className="text-muted text-base">{ANSWERS[answer.how](answer.status)}</p>
          {answer.how !== 'file' && <SchemaView schema={answer.schema} document={document} />}
        </Part>
        <Part title="Errors">
          <Errors operation={operation} />
        </Part>
      </div>
    </article>
  )
}

const ANSWERS: Record<Operation['answer']['how'], (status: string) => string> = {
  envelope: (status) => `Status ${status}. Contents of data in the envelope:`,
  raw: (status) => `Status ${status}. Plain JSON without the envelope:`,
  file: (status) => `Status ${status}. The file with its own content type.`,
  stream: (status) => `Status ${status}. Server-sent events; the data of each:`,
}

function Call({ operation, document }: { operation: Operation; document: OpenApi }) {
  const [language, setLanguage] = useState('curl')
  const write = language === 'curl' ? toCurl : fetchOf
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Segmented
        label="Example language"
        value={language}
        onChange={setLanguage}
        segments={[
          { value: 'curl', label: 'curl' },
          { value: 'fetch', label: 'fetch' },
        ]}
      />
      <CodeBlock code={write(operation, document, origin())} label={`Example with ${language}`} />
    </div>
  )
}

/** One answer as it comes, shortened to the fields that are always there. */
function ExampleAnswer({ operation: { answer }, document }: { operation: Operation; document: OpenApi }) {
  if (answer.how === 'file') return null
  const data = buildExample(answer.schema, document)
  const status = { code: Number(answer.status), result: 'success', timestamp: '2026-11-29T09:00:00Z', message: 'OK' }
  const json = JSON.stringify(answer.how === 'envelope' ? { data, status } : data, null, 2)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 className="text-base">{answer.how === 'stream' ? 'Example event' : `Example answer, ${answer.status}`}</h2>
      <CodeBlock code={answer.how === 'stream' ? `data: ${JSON.stringify(data)}` : json} label="Example answer" />
    </div>
  )
}

function Parameters({ parameters, document }: { parameters: readonly Parameter[]; document: OpenApi }) {
  return (
    <ul className="divide-y divide-line surface-card">
      {parameters.map(({ name, place, required, description, schema }) => (
        <li key={`${place} ${name}`} className="grid gap-0.5 px-3 py-2">
          <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <code className="font-medium font-mono text-xs">{name}</code>
            <span className="text-muted text-xs">in the {place}</span>
            <span className="min-w-0 break-words text-muted text-xs">{typeWords(schema, document)}</span>
            {required && <span className="text-xs text-warn">required</span>}
            <span className="text-muted text-xs">{limitWords(schema)}</span>
          </p>
          {(description || schema.description) && (
            <p className="text-muted text-base">{description || schema.description}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

const isKnown = (code: string): code is ErrorCode => code in ERRORS

/** Its own errors, then what every endpoint of its kind may answer. */
function codesOf({ errors, access, parameters, body }: Operation): ErrorCode[] {
  const usual = [
    (body || parameters.length > 0) && 'invalid_input',
    body && 'malformed_payload',
    needsToken(access) && 'unauthenticated',
    (access.type === 'role' || access.type === 'permission') && 'forbidden',
    needsToken(access) && 'account_blocked',
    'too_many_requests',
    'server_error',
    'unavailable',
  ].filter((code) => code !== false && code !== null)
  return [...new Set([...errors, ...usual])].filter(isKnown).sort((a, b) => ERRORS[a].status - ERRORS[b].status)
}

function Errors({ operation }: { operation: Operation }) {
  return (
    <ul className="divide-y divide-line surface-card">
      {codesOf(operation).map((code) => (
        <li
          key={code}
          className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2 sm:grid-cols-[2.5rem_11rem_minmax(0,1fr)]"
        >
          <span className="tabular-nums">{ERRORS[code].status}</span>
          <code className="break-all font-mono text-xs">{code}</code>
          <span className="col-start-2 text-muted text-xs sm:col-start-3">{ERRORS[code].text}</span>
        </li>
      ))}
    </ul>
  )
}
