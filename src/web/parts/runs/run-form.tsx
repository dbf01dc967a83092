import { FileText, Play, TextCursorInput } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AgentSample } from '#contract/agents/agents.ts'
import type { AgentId, JsonObject } from '#contract/core/primitives.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { runVerb } from '#web/lib/verbs.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { AskAgreement, readAgreementRequest } from './ask-agreement.tsx'
import { formShape, type Given } from './form-shape.ts'
import { RunField } from './run-field.tsx'
import { type RunForm as Form, useRunForm } from './use-run-form.ts'

export interface RunFormProps {
  /** The one that is run; none for a workflow of one's own. */
  agent?: AgentId | undefined
  schema: JsonObject
  samples: readonly AgentSample[]
  /** Why it cannot be run now. */
  reason?: string | undefined
  /** A sample to run now, as if it were taken and started here; another object starts it again. */
  wanted?: { sample: AgentSample } | null
  /** A document or a text that was brought before the form was open. */
  given?: Given
  /** Shown next to the button: the cost of a run, how many are left. */
  note?: ReactNode
  /** Starts the run. @throws ApiError */
  onRun: (input: JsonObject) => Promise<void>
  /** What to show instead of the general words for an error. */
  explain?: (error: ApiError) => ReactNode
}

type Busy = 'sample' | 'upload' | 'start' | null
const busyWords = () =>
  ({ sample: t('Fetching sample...'), upload: t('Uploading...'), start: t('Starting...') }) as const

/** The form of an agent, made from its input schema, with the seller's samples. */
export function RunForm({ agent, schema, samples, wanted = null, given, reason, note, onRun, explain }: RunFormProps) {
  const form = useRunForm(formShape(schema), {}, given)
  const [busy, setBusy] = useState<Busy>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [taken, setTaken] = useState<object | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const during = async (what: Busy, work: () => Promise<void>) => {
    setBusy(what)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    }
    setBusy(null)
  }
  const send = () => {
    const { fits, first } = form.check()
    if (!fits) {
      const group = form.shape.groups.find((names) => first !== null && names.includes(first))
      const control = element.current?.querySelector<HTMLElement>(
        `[name="${first}"], ${group ? '[type="file"]' : 'button'}`,
      )
      control?.focus()
      return
    }
    void during('upload', async () => {
      const input = await form.input()
      setBusy('start')
      await onRun(input)
    })
  }
  const runSample = useEffectEvent((sample: AgentSample) => {
    void during('sample', async () => {
      await form.take(sample)
      setTaken({})
    })
  })
  useEffect(() => {
    if (wanted) runSample(wanted.sample)
  }, [wanted])
  const takeSample = (sample: AgentSample) => void during('sample', () => form.take(sample))
  const brought = given?.sample
  const [settled, setSettled] = useState(false)
  const takeBrought = useEffectEvent((sample: AgentSample) => {
    void during('sample', () => form.take(sample)).then(() => setSettled(true))
  })
  useEffect(() => {
    if (brought) takeBrought(brought)
  }, [brought])
  // It needs nothing but Enter, once the button is enabled again.
  useEffect(() => {
    if (settled) element.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
  }, [settled])
  // The form holds the sample once it is drawn with it.
  const sendTaken = useEffectEvent(send)
  useEffect(() => {
    if (taken) sendTaken()
  }, [taken])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid gap-4">
      {samples.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium text-xs">{t('Start from a sample')}</legend>
          <Samples samples={samples} disabled={busy !== null} onTake={takeSample} />
        </fieldset>
      )}
      <Fields form={form} disabled={busy !== null} />
      {failure !== null && <Refused failure={failure} agent={agent} explain={explain} onAgreed={send} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          size="lg"
          icon={<Play aria-hidden="true" />}
          busy={busy !== null && busyWords()[busy]}
          reason={reason}
        >
          {runVerb()}
        </Button>
        {note && <div className="text-muted text-base">{note}</div>}
      </div>
    </form>
  )
}

/** A button for each. */
export function Samples({
  samples,
  disabled,
  onTake,
}: {
  samples: readonly AgentSample[]
  disabled: boolean
  onTake: (sample: AgentSample) => void
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {samples.map((sample) => (
        <Button
          key={sample.title}
          size="sm"
          disabled={disabled}
          icon={sample.file ? <FileText aria-hidden="true" /> : <TextCursorInput aria-hidden="true" />}
          onClick={() => onTake(sample)}
        >
          {sample.title}
        </Button>
      ))}
    </div>
  )
}

/** A label that continues the previous one, such as 'Or a document', on its own: 'Document'. */
const alone = (label: string): string => {
  const rest = label.replace(/^or (?:an? |the )?/i, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Fields in their order; of a group the chosen one under the choice. */
export function Fields({ form, disabled }: { form: Form; disabled: boolean }) {
  const { shape, asked, values, errors, chosen } = form
  return asked.map((field) => {
    const group = shape.groups.find((names) => names.includes(field.name))
    return (
      <div key={group?.join() ?? field.name} className="grid gap-3">
        {group && (
          <Segmented
            label={t('Input')}
            disabled={disabled}
            value={chosen.find((name) => group.includes(name)) ?? ''}
            onChange={(name) => form.choose(group, name)}
            segments={group.map((name) => ({
              value: name,
              label: alone(shape.fields.find((one) => one.name === name)?.label ?? name),
            }))}
          />
        )}
        <RunField
          field={group ? { ...field, label: alone(field.label), required: true } : field}
          value={values[field.name] ?? null}
          error={errors[field.name]}
          disabled={disabled}
          hideLabel={group !== undefined}
          onChange={(value) => form.set(field.name, value)}
        />
      </div>
    )
  })
}

interface RefusedProps extends Pick<RunFormProps, 'agent' | 'explain'> {
  failure: unknown
  onAgreed: () => void
}

function Refused({ failure, agent, explain, onAgreed }: RefusedProps) {
  if (agent !== undefined && failure instanceof ApiError && failure.code === 'agreement_needed')
    return <AskAgreement asked={readAgreementRequest(agent, failure)} act={t('Agree and run')} onAgreed={onAgreed} />
  return (
    <Callout tone="bad">
      {(failure instanceof ApiError && explain?.(failure)) || <Problems failure={failure} />}
    </Callout>
  )
}

/** What was refused, field by field where the server says so. */
export function Problems({ failure }: { failure: unknown }) {
  if (!(failure instanceof ApiError)) return failure instanceof Error ? failure.message : friendly(failure)
  if (failure.problems.length === 0) return friendly(failure)
  return (
    <ul>
      {failure.problems.map((problem) => (
        <li key={`${problem.field ?? ''}${problem.message}`}>{problem.message}</li>
      ))}
    </ul>
  )
}
