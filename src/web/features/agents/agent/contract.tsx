import type { RuntimeLimits } from '#contract/admin/runtime-limit-values.ts'
import type { AgentVersion } from '#contract/agents/agents.ts'
import { ERRORS, type ErrorCode } from '#contract/core/errors.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { fill } from '#web/lib/fill.tsx'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
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

const columns = (): readonly Column<{ code: ErrorCode }>[] => [
  {
    key: 'status',
    header: t('Status'),
    cell: ({ code }) => <span className="tabular-nums">{ERRORS[code].status}</span>,
  },
  { key: 'code', header: t('Code'), cell: ({ code }) => <code className="font-mono text-xs">{code}</code> },
  { key: 'text', header: t('Meaning'), className: 'w-full', cell: ({ code }) => t(ERRORS[code].text) },
]

const limitsOf = (limits: RuntimeLimits): readonly [name: string, value: string][] => [
  [t('Calls per minute'), formatNumber(limits.requests_per_minute)],
  [t('Runs per day without an account'), formatNumber(limits.visitor_runs_per_day)],
  [t('Document size'), formatBytes(limits.upload_mb * 1_000_000)],
  [t('Request body'), formatBytes(SERVER_LIMITS.body_bytes)],
  [
    t('Longest wait for a result'),
    t('{seconds} s; after that, get the run', { seconds: SERVER_LIMITS.wait_ms / 1000 }),
  ],
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
        {t(
          'Input and output of version {number} as JSON Schema. They never change within a version. Refused calls and failed runs are free.',
          { number },
        )}
      </p>
      <UsageSection title={t('Input')}>
        <CodeBlock code={pretty(input_schema)} label={t('Input JSON Schema')} />
      </UsageSection>
      <UsageSection title={t('Output')}>
        {Object.keys(output_schema).length === 0 ? (
          <p className="text-muted">{t('Any JSON: the output of its last step.')}</p>
        ) : (
          <CodeBlock code={pretty(output_schema)} label={t('Output JSON Schema')} />
        )}
      </UsageSection>
      <UsageSection title={t('Errors')}>
        <p className="max-w-prose text-muted">
          {fill(
            t(
              'Every error includes {errors} with a {code}, a {message} and, if one field is invalid, its {field}. 429 and 503 include {wait}, in seconds.',
              { errors: '{errors}', code: '{code}', message: '{message}', field: '{field}', wait: '{wait}' },
            ),
            {
              errors: <code>errors</code>,
              code: <code>code</code>,
              message: <code>message</code>,
              field: <code>field</code>,
              wait: <code>Retry-After</code>,
            },
          )}
        </p>
        <Table
          caption={t('Errors when running the agent')}
          columns={columns()}
          rows={CODES.filter(({ paid }) => !paid || !isFree)}
          rowKey={({ code }) => code}
          empty={null}
        />
      </UsageSection>
      <UsageSection title={t('Limits')}>
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
