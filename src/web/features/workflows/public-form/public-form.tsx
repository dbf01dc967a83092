import { type FormEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { Json } from '#contract/core/primitives.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { formShape } from '#web/parts/runs/form-shape.ts'
import { RunField } from '#web/parts/runs/run-field.tsx'
import { useRunForm } from '#web/parts/runs/use-run-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const formQuery = (token: string) => q('getForm', { params: { token } })

export const loader = ({ params }: ScreenArgs) => load(formQuery(params.token ?? ''))

interface Sent {
  message: string
  output?: Json | undefined
}

/** The public form of a user's workflow. */
export function Component() {
  const { token = '' } = useParams()
  const { title, description } = useData(formQuery(token))
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Page title={title}>
      <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-6">
        <PageHeader title={title}>
          <span className="whitespace-pre-line break-words">{description}</span>
        </PageHeader>
        {sent ? <Thanks sent={sent} onAgain={() => setSent(null)} /> : <Fields token={token} onSent={setSent} />}
        <p className="border-line border-t pt-4 text-muted text-base">
          {t('This form was created by a user of this site and sends your answers to them. Don’t enter passwords.')}
        </p>
      </div>
    </Page>
  )
}

function Thanks({ sent: { message, output }, onAgain }: { sent: Sent; onAgain: () => void }) {
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Callout tone="good">
        <span className="whitespace-pre-line break-words">{message}</span>
      </Callout>
      {output !== undefined && output !== null && (
        <CodeBlock code={typeof output === 'string' ? output : JSON.stringify(output, null, 2)} label={t('Result')} />
      )}
      <Button className="w-fit" onClick={onAgain}>
        {t('Fill in again')}
      </Button>
    </div>
  )
}

/** What the server says of a field, by its name. */
function problemsOf(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const told = error.problems.flatMap(({ field, message }) =>
    field?.startsWith('values.') ? [[field.slice('values.'.length), message] as const] : [],
  )
  return Object.fromEntries(told)
}

function Fields({ token, onSent }: { token: string; onSent: (sent: Sent) => void }) {
  const { button, schema } = useData(formQuery(token))
  const form = useRunForm(formShape(schema))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const element = useRef<HTMLFormElement>(null)
  const told = problemsOf(failure)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { fits, first } = form.check()
    if (!fits) {
      element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    setBusy(true)
    setFailure(null)
    try {
      onSent(await call('submitForm', { params: { token }, body: { values: await form.input() } }))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {form.asked.map((field) => (
        <RunField
          key={field.name}
          field={field}
          value={form.values[field.name] ?? null}
          error={form.errors[field.name] ?? told[field.name]}
          disabled={busy}
          onChange={(value) => form.set(field.name, value)}
        />
      ))}
      {failure !== null && Object.keys(told).length === 0 && <Callout tone="bad">{friendly(failure)}</Callout>}
      <Button type="submit" variant="primary" size="lg" className="w-fit" busy={busy && t('Sending...')}>
        {button}
      </Button>
    </form>
  )
}
