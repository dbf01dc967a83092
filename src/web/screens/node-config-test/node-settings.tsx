import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Verdict } from '#contract/nodes.ts'
import type { JsonObject } from '#contract/primitives.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { type FormShape, type FormValues, fieldProblem } from '#web/run/form-shape.ts'
import { RunField } from '#web/run/run-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { configOf, presetOf, readJson, shapeOf, valuesOf } from './config-form.ts'

type Mode = 'form' | 'json'

const NOT_JSON = 'Write one JSON object, such as {"url": "https://example.com"}'

/** The problem that belongs to a field, or to something inside it. */
const problemAt = (verdict: Verdict | null, name: string): string | undefined =>
  verdict?.problems.find(({ field }) => field === name || field?.startsWith(`${name}.`))?.message

/** What stands in the way of sending the form: JSON that is none, a number that is none. */
const unreadable = ({ fields }: FormShape, values: FormValues): string | undefined =>
  fields.map((field) => fieldProblem(field, values[field.name], false)).find((problem) => problem !== undefined)

/** The settings of one type as a form or as JSON, checked by the server. */
export function NodeSettings({ type, schema }: { type: string; schema: JsonObject }) {
  const shape = shapeOf(schema)
  const form = useRef<HTMLFormElement>(null)
  const [mode, setMode] = useState<Mode>('form')
  const [values, setValues] = useState<FormValues>(() => valuesOf(shape, presetOf(schema)))
  const [text, setText] = useState('')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [local, setLocal] = useState<string | undefined>()

  const current = async (): Promise<JsonObject | null> => {
    if (mode === 'json') return readJson(text)
    return unreadable(shape, values) ? null : configOf(shape, values)
  }
  const turn = async (next: string) => {
    const config = await current()
    if (config === null) return setLocal(mode === 'json' ? NOT_JSON : unreadable(shape, values))
    setLocal(undefined)
    if (next === 'json') setText(JSON.stringify(config, null, 2))
    else setValues(valuesOf(shape, config))
    setMode(next === 'json' ? 'json' : 'form')
  }
  const check = useAction(async () => {
    const config = await current()
    if (config === null) return setLocal(mode === 'json' ? NOT_JSON : unreadable(shape, values))
    setLocal(undefined)
    setVerdict(await call('validateWorkflow', { body: { type, config } }))
  })
  useEffect(() => {
    if (verdict?.valid === false) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [verdict])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void check.run()
  }
  const edited = () => {
    setVerdict(null)
    setLocal(undefined)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <Segmented
        label="How to write the settings"
        value={mode}
        onChange={(next) => void turn(next)}
        segments={[
          { value: 'form', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {mode === 'form' ? (
        <Fields
          shape={shape}
          values={values}
          verdict={verdict}
          onChange={(next) => {
            setValues(next)
            edited()
          }}
        />
      ) : (
        <TextArea
          label="Settings"
          rows={14}
          spellCheck={false}
          className="font-mono"
          error={local}
          value={text}
          onChange={({ target: { value } }) => {
            setText(value)
            edited()
          }}
        />
      )}
      {local && mode === 'form' && <Callout tone="bad">{local}</Callout>}
      {check.error !== null && <Callout tone="bad">{friendly(check.error)}</Callout>}
      <div>
        <Button type="submit" variant="primary" busy={check.busy && 'Checking...'}>
          Check the settings
        </Button>
      </div>
      <Outcome verdict={verdict} />
    </form>
  )
}

function Fields(props: {
  shape: FormShape
  values: FormValues
  verdict: Verdict | null
  onChange: (values: FormValues) => void
}) {
  const { shape, values, verdict, onChange } = props
  if (shape.fields.length === 0) return <p className="text-muted">This kind of node has no settings.</p>
  return shape.fields.map((field) => (
    <RunField
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      error={fieldProblem(field, values[field.name], false) ?? problemAt(verdict, field.name)}
      disabled={false}
      onChange={(value) => onChange({ ...values, [field.name]: value })}
    />
  ))
}

/** What the server said, problem by problem, each with its field. */
function Outcome({ verdict }: { verdict: Verdict | null }) {
  return (
    <div role="status" className="grid gap-2">
      {verdict?.valid && (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck aria-hidden="true" className="size-4" />
          The settings are valid.
        </p>
      )}
      {verdict && !verdict.valid && (
        <>
          <p className="font-medium text-bad">
            {verdict.problems.length === 1 ? '1 problem' : `${verdict.problems.length} problems`}
          </p>
          <ul className="grid gap-1.5">
            {verdict.problems.map(({ code, field, message }) => (
              <li key={`${field} ${code} ${message}`} className="break-words">
                {field && <code className="mr-2 rounded-sm bg-sunken px-1 font-mono text-sm">{field}</code>}
                {message} <span className="text-muted text-sm">({code})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
