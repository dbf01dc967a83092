import { useQuery } from '@tanstack/react-query'
import { FileText, Play, X } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { ServiceDetail } from '#contract/services/services.ts'
import { q } from '#web/api/query.ts'
import { useRuntimeLimits } from '#web/api/use-site.ts'
import { focusField } from '#web/lib/focus-field.ts'
import { t } from '#web/lib/language.ts'
import { isTyping, useKeys } from '#web/lib/use-keys.ts'
import { refusedPayment } from '#web/parts/billing/credits/refused-payment.tsx'
import { refusedAccounts } from '#web/parts/connectors/refused-accounts.tsx'
import { acceptanceTermsText } from '#web/parts/runs/acceptance/acceptance-texts.ts'
import { formShape, type Given } from '#web/parts/runs/form-shape.ts'
import { ACCEPTED } from '#web/parts/runs/run-field.tsx'
import { RunForm, Samples } from '#web/parts/runs/run-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { fileRefusal } from '#web/ui/forms/file-refusal.ts'
import { Kbd } from '#web/ui/kbd.tsx'

interface Props {
  service: ServiceDetail
  onRun: (input: JsonObject) => Promise<void>
}

/** Where a run is started: one row once there are runs, a form before the first and as soon as something is brought. */
export function ServiceComposer({ service, onRun }: Props) {
  const [given, setGiven] = useState<Given | null>(service.runs === 0 ? {} : null)
  const [brought] = useState(service.runs > 0)
  if (given === null) return <Folded service={service} onOpen={setGiven} />
  return <Opened service={service} given={given} onRun={onRun} onFold={brought ? () => setGiven(null) : null} />
}

interface OpenedProps extends Props {
  given: Given
  /** Null: it stays open. */
  onFold: (() => void) | null
}

function Opened({ service, given, onRun, onFold }: OpenedProps) {
  const box = useRef<HTMLDivElement>(null)
  const opened = onFold !== null
  const isFilled = given.file !== undefined || given.text !== undefined || given.sample !== undefined
  useEffect(() => {
    if (!opened) return
    // What is brought needs nothing but Enter.
    if (isFilled) box.current?.querySelector<HTMLElement>('button[type=submit]')?.focus()
    else focusField(box.current)
  }, [opened, isFilled])
  return (
    <div ref={box}>
      <Card>
        <CardHeader
          title={t('Run it')}
          aside={
            onFold && (
              <IconButton size="sm" label={t('Close the form')} onClick={onFold}>
                <X aria-hidden="true" />
              </IconButton>
            )
          }
        />
        <RunForm
          agent={service.agent.id}
          schema={service.input_schema}
          samples={service.samples}
          given={given}
          reason={service.abilities.run.reason ?? undefined}
          note={service.abilities.run.reason ?? <AcceptanceNote agent={service.agent.id} />}
          onRun={onRun}
          explain={(error) => refusedPayment(error, service.agent) ?? refusedAccounts(error)}
        />
      </Card>
    </div>
  )
}

/** Whether its runs are charged only when their results are accepted. */
function AcceptanceNote({ agent }: { agent: string }) {
  const { data } = useQuery(q('getAgentTerms', { params: { id: agent } }))
  return data?.next === 'credits' ? acceptanceTermsText(data) : null
}

function invitation(file: boolean, text: boolean): string {
  if (file) return text ? t('Run with a document or a text...') : t('Run with a document...')
  return text ? t('Run with a text...') : t('Run it...')
}

const broughtText = (file: boolean, text: boolean): string =>
  file && text ? t('Drop or paste here') : file ? t('Drop here') : text ? t('Paste here') : ''

/** One row that opens on a press, `n`, a dropped file, a file or a text that is pasted, and a sample. */
function Folded({ service, onOpen }: { service: ServiceDetail; onOpen: (given: Given) => void }) {
  const { upload_mb } = useRuntimeLimits()
  const [over, setOver] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { fields } = formShape(service.input_schema)
  const takesFile = fields.some(({ kind }) => kind === 'file')
  const takesText = fields.some(({ kind }) => kind === 'textarea' || kind === 'text')
  const { reason } = service.abilities.run
  const bring = (file: File | undefined) => {
    if (!file || !takesFile || reason !== null) return
    const problem = fileRefusal(file, ACCEPTED, upload_mb * 1_000_000)
    setRefused(problem)
    if (problem === undefined) onOpen({ file })
  }
  useKeys(reason === null, { n: () => onOpen({}) })
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (reason !== null || isTyping(event.target) || document.querySelector('dialog[open]')) return
    const [file] = event.clipboardData?.files ?? []
    if (file) return bring(file)
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (takesText && text.trim() !== '') onOpen({ text })
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  const onDrag = (event: DragEvent) => {
    if (!takesFile || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <section aria-label={t('Run it')} className="grid gap-1.5">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it takes what is dropped; the button in it opens the form by keyboard, too */}
      <div
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          bring(event.dataTransfer.files[0])
        }}
        className={`flex items-center gap-x-2 surface-card pr-2 ${over ? 'outline-2 outline-indigo' : ''}`}
      >
        <button
          type="button"
          aria-keyshortcuts="n"
          disabled={reason !== null}
          onClick={() => onOpen({})}
          className="flex min-h-14 min-w-0 grow items-center gap-3 rounded px-4 text-left -outline-offset-2 not-disabled:hover:bg-hover disabled:cursor-not-allowed"
        >
          <span
            className={`grid size-8 shrink-0 place-items-center rounded [&_svg]:size-4 ${reason === null ? 'bg-marigold text-on-marigold' : 'bg-sunken text-muted'}`}
          >
            <Play aria-hidden="true" />
          </span>
          <span className="grid min-w-0 gap-x-3 sm:flex sm:items-baseline">
            <span className="font-medium">{invitation(takesFile, takesText)}</span>
            <span className={`text-muted text-xs ${reason === null ? 'max-sm:hidden' : ''}`}>
              {reason ?? broughtText(takesFile, takesText)}
            </span>
          </span>
          {reason === null && (
            <span aria-hidden="true" className="ml-auto max-sm:hidden">
              <Kbd>N</Kbd>
            </span>
          )}
        </button>
        {takesFile && reason === null && (
          <FileButton
            icon={<FileText aria-hidden="true" />}
            accept={ACCEPTED}
            disabled={false}
            onFiles={([file]) => bring(file)}
          >
            <span className="max-sm:sr-only">{t('Choose a document')}</span>
          </FileButton>
        )}
      </div>
      {reason === null && service.samples.length > 0 && (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="float-left font-medium text-xs">{t('Start from a sample')}</legend>
          <Samples samples={service.samples} disabled={false} onTake={(sample) => onOpen({ sample })} />
        </fieldset>
      )}
      {refused !== undefined && (
        <p role="alert" className="text-bad text-base">
          {refused}
        </p>
      )}
    </section>
  )
}
