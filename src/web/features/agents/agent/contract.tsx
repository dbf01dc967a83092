import type { RuntimeLimits } from '#contract/admin/runtime-limit-values.ts'
import type { AgentVersion } from '#contract/agents/agents.ts'
import { ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { UsageSection } from './usage-section.tsx'

const pretty = (schema: object): string => JSON.stringify(schema, null, 2)

/** What a call that runs the agent may be answered with; `agent` are those of an agent that costs money. */
const CODES: readonly { code: ErrorCode; paid?: true }[] = [
  { code: 'invalid_input' },
  { code: 'unauthenticated', paid: true },
  { code: 'payment_required', paid: true },
  { code: 'insufficient_credits', paid: true },
  { code: 'cap_reached', paid: true },
  { code: 'not_found' },
  { code: 'not_runnable' },
  { code: 'file_too_large' },
  { code: 'file_unsupported' },
  { code: 'payload_too_large' },
  { code: 'too_many_requests' },
  { code: 'visitor_quota' },
  { code: 'unavailable' },
]

const COLUMNS: readonly Column<{ code: ErrorCode }>[] = [
  { key: 'status', header: 'Status', cell: ({ code }) => <span className="tabular-nums">{ERRORS[code].status}</span> },
  { key: 'code', header: 'Code', cell: ({ code }) => <code className="font-mono text-xs">{code}</code> },
  { key: 'text', header: 'Meaning', className: 'w-full', cell: ({ code }) => ERRORS[code].text },
]

const limitsOf = (limits: RuntimeLimits): readonly [name: string, value: string][] => [
  ['Calls per minute', formatNumber(limits.requests_per_minute)],
  ['Runs per day without an account', formatNumber(limits.visitor_runs_per_day)],
  ['Document size', formatBytes(limits.upload_mb * 1_000_000)],
  ['Request body', formatBytes(SERVER_LIMITS.body_bytes)],
  ['Longest wait for a result', `${SERVER_LIMITS.wait_ms / 1000} s; after that, get the run`],
]

/** The input and output schemas, for callers from programs. They don't change while the version runs. */
export function Contract({
  version: { number, input_schema, output_schema },
  isFree,
}: {
  version: AgentVersion
  isFree: boolean
}) {
  const limits = useRuntimeLimits()
  return (
    <>
      <p className="max-w-prose text-muted">
        Input and output of version {number} as JSON Schema. They never change within a version. Refused calls and
        failed runs are free.
      </p>
      <UsageSection title="Input">
        <CodeBlock code={pretty(input_schema)} label="Input JSON Schema" />
      </UsageSection>
      <UsageSection title="Output">
        {Object.keys(output_schema).length === 0 ? (
          <p className="text-muted">Any JSON: the output of its last step.</p>
        ) : (
          <CodeBlock code={pretty(output_schema)} label="Output JSON Schema" />
        )}
      </UsageSection>
      <UsageSection title="Errors">
        <p className="max-w-prose text-muted">
          Every error includes <code>errors</code> with a <code>code</code>, a <code>message</code> and, if one field is
          invalid, its <code>field</code>. 429 and 503 include <code>Retry-After</code>, in seconds.
        </p>
        <Table
          caption="Errors when running the agent"
          columns={COLUMNS}
          rows={CODES.filter(({ paid }) => !paid || !isFree)}
          rowKey={({ code }) => code}
          empty={null}
        />
      </UsageSection>
      <UsageSection title="Limits">
        <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[max-content_1fr]">
          {limitsOf(limits).map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
      </UsageSection>
    </>
  )
}
