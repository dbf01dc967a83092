import type { RetryPolicy, WorkflowNode } from '#graph/document.ts'
import { fieldsOf } from '#web/canvas/model/fields/field-model.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { t } from '#web/lib/language.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { NumberControl } from './controls/simple-controls.tsx'

export const ON_ERROR = [
  { value: 'stop', label: 'Stop the run' },
  { value: 'continue', label: 'Continue with no output' },
  { value: 'error_port', label: 'Continue through the “Error” output' },
] as const

/** Bounds as the document has them; times in seconds here, in ms there. */
const ATTEMPTS = { least: 1, most: 10 }
const SECOND = 1000
const DAY_SECONDS = 86_400
const HOUR_SECONDS = 3_600
const FRESH: RetryPolicy = { max_attempts: 3, delay_ms: 1000, backoff: 2 }

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** What happens when a node takes too long or fails. */
export function PolicyFields({
  node,
  timeoutMs,
  disabled,
}: {
  node: WorkflowNode
  /** What holds when nothing is said, in ms. */
  timeoutMs: number
  disabled: boolean
}) {
  const draft = useDraft()
  const { retry } = node
  const set = (policy: {
    retry?: RetryPolicy | null
    timeout_ms?: number | null
    on_error?: WorkflowNode['on_error'] | null
  }) =>
    draft.perform(
      { type: 'set_policy', node_id: node.id, ...policy },
      {
        label: t('Changed error handling of {title}', { title: node.title }),
        burst: `set_policy ${node.id} ${Object.keys(policy)[0]}`,
      },
    )
  const retrying = (part: Partial<RetryPolicy>) => set({ retry: { ...(retry ?? FRESH), ...part } })
  const tries = retry?.max_attempts ?? 1
  return (
    <details
      className="group border-line border-t"
      open={retry !== undefined || node.on_error !== undefined || node.timeout_ms !== undefined}
    >
      <summary className="px-4 py-3 font-medium text-base">{t('Errors and timeouts')}</summary>
      <div className="grid gap-4 px-4 pb-4">
        <Select
          label={t('When it fails')}
          disabled={disabled}
          value={node.on_error ?? 'stop'}
          options={ON_ERROR.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={({ target }) => {
            const chosen = ON_ERROR.find(({ value }) => value === target.value)?.value
            if (chosen) set({ on_error: chosen === 'stop' ? null : chosen })
          }}
        />
        <Select
          label={t('Attempts')}
          help={t('Only temporary errors are retried.')}
          disabled={disabled}
          value={`${tries}`}
          options={Array.from({ length: ATTEMPTS.most }, (_, index) => ({
            value: `${index + 1}`,
            label: index === 0 ? t('1 (no retries)') : `${index + 1}`,
          }))}
          onChange={({ target }) => {
            const count = Number(target.value)
            if (count === 1) set({ retry: null })
            else retrying({ max_attempts: count })
          }}
        />
        {retry && (
          <div className="grid grid-cols-2 gap-3">
            <Seconds
              label={t('Wait before first retry (s)')}
              value={retry.delay_ms / SECOND}
              preset={null}
              disabled={disabled}
              onChange={(seconds) => retrying({ delay_ms: Math.round(clamp(seconds ?? 0, 0, HOUR_SECONDS) * SECOND) })}
            />
            <Seconds
              label={t('Backoff factor')}
              value={retry.backoff}
              preset={null}
              disabled={disabled}
              onChange={(factor) => retrying({ backoff: clamp(factor ?? 1, 1, 10) })}
            />
          </div>
        )}
        <Seconds
          label={t('Time limit (s)')}
          value={node.timeout_ms === undefined ? undefined : node.timeout_ms / SECOND}
          preset={timeoutMs / SECOND}
          disabled={disabled}
          onChange={(seconds) =>
            set({ timeout_ms: seconds === undefined ? null : Math.round(clamp(seconds, 0.001, DAY_SECONDS) * SECOND) })
          }
        />
      </div>
    </details>
  )
}

function Seconds(props: {
  label: string
  value: number | undefined
  preset: number | null
  disabled: boolean
  onChange: (value: number | undefined) => void
}) {
  const { label, value, preset, disabled, onChange } = props
  const [field] = fieldsOf({ properties: { seconds: { type: 'number' } } })
  if (!field) return null
  return (
    <Field label={label} optional={preset !== null}>
      {(ids) => (
        <NumberControl
          field={{ ...field, placeholder: preset === null ? '' : `${preset}` }}
          value={value}
          ids={ids}
          disabled={disabled}
          // What is no number is not sent: the document takes none there.
          onChange={(next) => {
            if (next === undefined || typeof next === 'number') onChange(next)
          }}
        />
      )}
    </Field>
  )
}
