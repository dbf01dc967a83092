import { CircleCheck } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { Verdict } from '#contract/workflows/nodes.ts'
import { isObject } from '#shared/json.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import type { OtherModes } from '#web/canvas/model/fields/other-mode.ts'
import { readObject } from '#web/canvas/model/graph/json-text.ts'
import { CodeBox } from '#web/canvas/panels/expression/code-box.tsx'
import { FormProvider } from '#web/canvas/panels/settings/form/form-context.ts'
import { SettingsFields } from '#web/canvas/panels/settings/settings-fields.tsx'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'

type Mode = 'form' | 'json'

/** The settings of one type as the designer's form or as JSON, checked by the server. */
export function NodeSettings({ type, schema }: { type: string; schema: JsonObject }) {
  const form = useRef<HTMLFormElement>(null)
  const [mode, setMode] = useState<Mode>('form')
  const [config, setConfig] = useState<JsonObject>({})
  const [text, setText] = useState('')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [local, setLocal] = useState<string | undefined>()
  /** What is written, where it is settings at all; why it is none is said. */
  const current = (): JsonObject | null => {
    const read = mode === 'json' ? readObject(text) : config
    if (typeof read !== 'string') return read
    setLocal(read)
    return null
  }
  const turn = (next: string) => {
    const read = current()
    if (read === null) return
    setConfig(read)
    setText(JSON.stringify(read, null, 2))
    setMode(next === 'json' ? 'json' : 'form')
  }
  const check = useAction(async () => {
    const read = current()
    if (read) setVerdict(await call('validateWorkflow', { body: { type, config: read } }))
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
    <form ref={form} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Segmented
        label={t('Settings format')}
        value={mode}
        onChange={turn}
        segments={[
          { value: 'form', label: t('Form') },
          { value: 'json', label: 'JSON' },
        ]}
      />
      {mode === 'form' ? (
        <Fields
          {...{ type, schema, config, verdict }}
          onChange={(next) => {
            setConfig(next)
            edited()
          }}
        />
      ) : (
        <JsonSettings
          text={text}
          error={local}
          onChange={(next) => {
            setText(next)
            edited()
          }}
        />
      )}
      {check.error !== null && <Callout tone="bad">{friendly(check.error)}</Callout>}
      <div>
        <Button type="submit" variant="primary" busy={check.busy && t('Checking...')}>
          {t('Validate settings')}
        </Button>
      </div>
      <Outcome verdict={verdict} />
    </form>
  )
}

function JsonSettings(props: { text: string; error: string | undefined; onChange: (text: string) => void }) {
  const { text, error, onChange } = props
  return (
    <Field label={t('Settings')} error={error}>
      {(ids) => (
        <CodeBox
          text={text}
          onChange={onChange}
          label={t('Settings')}
          attributes={{
            id: ids.id,
            ...(ids['aria-describedby'] && { 'aria-describedby': ids['aria-describedby'] }),
            ...(ids['aria-invalid'] && { 'aria-invalid': 'true' }),
          }}
          disabled={false}
          hint={'{"url": "https://example.com"}'}
          marks={[]}
          autoFocus={false}
          invalid={error !== undefined}
          lines={14}
        />
      )}
    </Field>
  )
}

function Fields(props: {
  type: string
  schema: JsonObject
  config: JsonObject
  verdict: Verdict | null
  onChange: (config: JsonObject) => void
}) {
  const { type, schema, config, verdict, onChange } = props
  const [otherModes] = useState<OtherModes>(() => new Map())
  const problemAt = (path: string, inside = false): string | undefined =>
    verdict?.problems.find(({ field }) => field === path || (inside && field?.startsWith(`${path}.`) === true))?.message
  return (
    <FormProvider
      value={{
        id: type,
        otherModes,
        workflow: null,
        own: true,
        config,
        readOnly: null,
        problemAt,
        failure: null,
        expression: null,
      }}
    >
      <SettingsFields type="" schema={schema} config={config} change={(next) => isObject(next) && onChange(next)} />
    </FormProvider>
  )
}

/** What the server said, problem by problem, each with its field. */
function Outcome({ verdict }: { verdict: Verdict | null }) {
  return (
    <div role="status" className="grid gap-2">
      {verdict?.valid && (
        <p className="flex items-center gap-2 font-medium text-good">
          <CircleCheck aria-hidden="true" className="size-4" />
          {t('The settings are valid.')}
        </p>
      )}
      {verdict && !verdict.valid && (
        <>
          <p className="font-medium text-bad">
            {verdict.problems.length === 1 ? t('1 problem') : t('{count} problems', { count: verdict.problems.length })}
          </p>
          <ul className="grid gap-1.5">
            {verdict.problems.map(({ code, field, message }) => (
              <li key={`${field} ${code} ${message}`} className="break-words">
                {field && <code className="mr-2 rounded-sm bg-sunken px-1 font-mono text-xs">{field}</code>}
                {message} <span className="text-muted text-xs">({code})</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
