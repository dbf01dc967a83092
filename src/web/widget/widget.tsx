import { useQuery } from '@tanstack/react-query'
import { SendHorizontal } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { PublicWidget } from '#contract/services/widgets.ts'
import { ApiError } from '#web/api/api-error.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { collectInput, type FormShape, formShape, withoutKnowledge } from '#web/parts/runs/form-shape.ts'
import { Fields } from '#web/parts/runs/run-form.tsx'
import { useRunForm } from '#web/parts/runs/use-run-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Answer } from './answer.tsx'
import { ask, type Begun, getWidget, upload } from './calls.ts'
import { PoweredBy } from './powered-by.tsx'

const Visit = lazyPart(
  () => import('./chat/visit.tsx'),
  (m) => m.Visit,
)

/** What was asked, and what came of it so far. */
interface Turn {
  id: number
  said: string
  begun: Begun | null
  failure: string | null
}

const AWAY = 'Not available here.'

export function Widget({ token }: { token: string }) {
  const { data, error } = useQuery({ queryKey: ['widget', token], queryFn: () => getWidget(token), retry: 1 })
  return (
    <main className="flex h-dvh flex-col bg-paper text-ink">
      {data?.chat ? (
        <Suspense fallback={<Spinner />}>
          <Visit token={token} framed />
        </Suspense>
      ) : data ? (
        <Open token={token} widget={data} />
      ) : (
        <div className="grid grow place-items-center p-6">{error ? <p role="alert">{AWAY}</p> : <Spinner />}</div>
      )}
      <PoweredBy />
    </main>
  )
}

/** Error messages for people who know nothing about the service behind the widget. */
function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === null) return 'Connection lost. Try again.'
  if (error.status >= 500) return 'Something went wrong on our side. Try again in a moment.'
  if (error.status === 404) return AWAY
  return error.problems[0]?.message ?? error.message
}

/** A single text field: then it looks like a chat. */
const isChat = ({ fields }: FormShape): boolean =>
  fields.length === 1 && fields.every(({ kind }) => kind === 'text' || kind === 'textarea')

function Open({ token, widget }: { token: string; widget: PublicWidget }) {
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const shape = withoutKnowledge(formShape(widget.schema))
  const busy = turns.some(({ begun, failure }) => begun === null && failure === null)
  const send = async (said: string, input: () => Promise<{ input: JsonObject; files: string[] }>) => {
    const id = turns.length
    const change = (end: Partial<Turn>) =>
      setTurns((now) => now.map((turn) => (turn.id === id ? { ...turn, ...end } : turn)))
    setTurns([...turns, { id, said, begun: null, failure: null }])
    try {
      const given = await input()
      change({ begun: await ask(token, given.input, given.files) })
    } catch (error) {
      change({ failure: wordsFor(error) })
    }
  }
  return (
    <>
      <header className="border-line border-b bg-surface px-4 py-3">
        <h1 className="text-lg">{widget.title}</h1>
        {widget.greeting !== '' && <p className="whitespace-pre-line break-words text-muted">{widget.greeting}</p>}
      </header>
      <div
        role="log"
        aria-label="Questions and answers"
        aria-busy={busy}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="grid min-h-0 grow content-start gap-4 overflow-y-auto p-4 -outline-offset-2"
      >
        {!isChat(shape) && <Form shape={shape} busy={busy} closed={widget.closed} onSend={send} />}
        {turns.map((turn) => (
          <OneTurn key={turn.id} token={token} widget={widget} turn={turn} />
        ))}
        {widget.disclaimer && <p className="text-muted text-base">{widget.disclaimer}</p>}
        <p className="text-muted text-base">
          What you send goes to the operator of this site
          {widget.sends_to.length > 0 && ` and is passed on to ${widget.sends_to.join(', ')}`}. Don’t enter passwords.
        </p>
      </div>
      {widget.closed && (
        <div className="px-4 pb-3">
          <Callout>{widget.closed}</Callout>
        </div>
      )}
      {isChat(shape) && !widget.closed && <Chat shape={shape} busy={busy} onSend={send} />}
    </>
  )
}

function OneTurn({ token, widget, turn }: { token: string; widget: PublicWidget; turn: Turn }) {
  const { said, begun, failure } = turn
  const place = useRef<HTMLElement>(null)
  const state = begun?.run ?? failure
  // What was asked, and then its answer, come into view.
  useEffect(() => {
    if (state !== undefined) place.current?.scrollIntoView({ block: 'start' })
  }, [state])
  return (
    <article ref={place} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {said !== '' && (
        <p className="max-w-[85%] justify-self-end whitespace-pre-line break-words rounded bg-sunken px-3 py-2">
          <span className="sr-only">You: </span>
          {said}
        </p>
      )}
      {failure !== null && <Callout tone="bad">{failure}</Callout>}
      {begun === null && failure === null && (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner /> Working...
        </p>
      )}
      {begun && <Answer token={token} widget={widget} begun={begun} />}
    </article>
  )
}

interface AskProps {
  shape: FormShape
  busy: boolean
  onSend: (said: string, input: () => Promise<{ input: JsonObject; files: string[] }>) => Promise<void>
}

/** Enter sends; with Shift it begins a new line. */
function Chat({ shape, busy, onSend }: AskProps) {
  const [text, setText] = useState('')
  const [field] = shape.fields
  const send = () => {
    const said = text.trim()
    if (said === '' || busy || !field) return
    setText('')
    void onSend(said, async () => ({ input: { [field.name]: said }, files: [] }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2 border-line border-t bg-surface p-3">
      <textarea
        aria-label={field?.label ?? 'Your question'}
        placeholder={field?.label}
        value={text}
        rows={2}
        maxLength={field?.maxLength ?? 20_000}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        className="min-h-11 grow resize-none rounded border border-control bg-paper px-3 py-2"
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        icon={<SendHorizontal aria-hidden="true" />}
        busy={busy && 'Working...'}
      >
        Send
      </Button>
    </form>
  )
}

/** What of an input is worth showing above its answer: its first text. */
const saidIn = (input: JsonObject): string => {
  const text = Object.values(input).find((value) => typeof value === 'string') ?? ''
  return typeof text === 'string' && text.length > 200 ? `${text.slice(0, 199)}…` : String(text)
}

function Form({ shape, busy, closed, onSend }: AskProps & { closed: string | null }) {
  const form = useRunForm(shape)
  const element = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const { fits, first } = form.check()
    if (!fits) {
      element.current?.querySelector<HTMLElement>(`[name="${first}"], [type="file"]`)?.focus()
      return
    }
    const { asked, values } = form
    const plain = Object.fromEntries(asked.map(({ name }) => [name, values[name] ?? null]))
    const said = saidIn(
      Object.fromEntries(Object.entries(plain).filter(([, value]) => typeof value === 'string')) as JsonObject,
    )
    void onSend(said, async () => {
      const files: string[] = []
      const input = await collectInput(asked, values, async (file) => {
        const id = await upload(file)
        files.push(id)
        return id
      })
      return { input, files }
    })
  }
  return (
    <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Fields form={form} disabled={busy} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        className="w-fit"
        busy={busy && 'Working...'}
        reason={closed ?? undefined}
      >
        Send
      </Button>
    </form>
  )
}
