import { Check, Pencil, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { DECISION_LIMITS } from '#contract/runs/decision-values.ts'
import type { Verdict } from '#contract/runs/report-values.ts'
import type { CheckedDecision, Decision } from '#findings/decision.ts'
import type { Finding } from '#findings/finding.ts'
import { formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { CodeEditor } from './code-editor.tsx'
import { FoundTable } from './found-table.tsx'
import { Quotes } from './quotes.tsx'

export interface FindingItemProps {
  finding: Finding
  /** The place that is shown, when this finding is selected. */
  selectedPlace: number | null
  decision: CheckedDecision | undefined
  editing: boolean
  /** Why nothing can be decided now. */
  closed: string | null
  onSelect: (place: number) => void
  onDecide: (decision: Decision) => void
  onEdit: (editing: boolean) => void
}

/** The document says just what the finding is called: quoting it would say it twice. */
const itsOwnQuote = ({ label, places }: Finding): boolean =>
  places.length === 1 && places[0]?.text.replace(/\s+/g, ' ').trim() === label

/** The head of a finding is what takes the focus; the ring goes round all of it. */
const FOCUS =
  'has-[>[data-finding-head]:focus-visible]:outline-2 has-[>[data-finding-head]:focus-visible]:outline-indigo has-[>[data-finding-head]:focus-visible]:outline-solid has-[>[data-finding-head]:focus-visible]:-outline-offset-2'

const EDGE: Record<Verdict, string> = { accepted: 'border-l-good', edited: 'border-l-warn', rejected: 'border-l-bad' }

/** A finding with its evidence. Selected, it shows its place in the document and can be accepted, corrected or rejected. */
export function FindingItem(props: FindingItemProps) {
  const { finding, selectedPlace, decision, editing, closed, onSelect, onDecide, onEdit } = props
  const selected = selectedPlace !== null
  const edge = decision ? EDGE[decision.verdict] : 'border-l-transparent'
  return (
    <li
      data-finding={finding.id}
      data-selected={selected || undefined}
      data-verdict={decision?.verdict}
      style={finding.level ? { marginLeft: `${(finding.level - 1) * 16}px` } : undefined}
      className={`rounded border-l-4 max-lg:scroll-mt-[calc(42dvh+5rem)] ${edge} ${selected ? 'bg-indigo-soft/60 ring-1 ring-indigo' : 'hover:bg-hover'} ${FOCUS}`}
    >
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => onSelect(0)}
        data-finding-head
        className="grid w-full gap-1 rounded px-3 py-2 text-left outline-none"
      >
        <Heading finding={finding} decision={decision} />
        {finding.notes.map((note) => (
          <span key={note} className="block max-w-prose whitespace-pre-line text-base">
            {note}
          </span>
        ))}
      </button>
      {!itsOwnQuote(finding) && (selected || finding.places.some((place) => place.around)) && (
        <Quotes places={finding.places} selected={selectedPlace} onSelect={onSelect} all={selected} />
      )}
      {selected && finding.table && <FoundTable table={finding.table} className="mx-3 mb-3 max-h-96" />}
      {selected &&
        (editing ? (
          <Editor
            finding={finding}
            initial={decision?.value ?? finding.label}
            onDone={(value) => {
              if (value !== null) onDecide({ verdict: 'edited', value })
              onEdit(false)
            }}
          />
        ) : (
          <Verdicts decision={decision} closed={closed} onDecide={onDecide} onEdit={() => onEdit(true)} />
        ))}
    </li>
  )
}

interface EditorProps {
  finding: Finding
  initial: string
  /** Null when it was given up. */
  onDone: (value: string | null) => void
}

const Editor = ({ finding: { system }, initial, onDone }: EditorProps) =>
  system ? (
    <CodeEditor system={system} initial={initial} onDone={onDone} />
  ) : (
    <Correction initial={initial} onDone={onDone} />
  )

function Heading({ finding, decision }: { finding: Finding; decision: CheckedDecision | undefined }) {
  const { label, mono, title, badges, confidence } = finding
  const struck = decision?.verdict === 'rejected' || decision?.verdict === 'edited'
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className={`font-semibold ${mono ? 'font-mono' : ''} ${struck ? 'text-muted line-through' : ''}`}>
          {label}
        </span>
        {decision?.verdict === 'edited' && (
          <span className={`font-semibold ${mono ? 'font-mono' : ''}`}>{decision.value}</span>
        )}
        {decision?.code && !decision.code.billable && <Badge tone="warn">{t('Not billable')}</Badge>}
        {badges.map(({ text, tone }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
        {confidence !== null && <Confidence value={confidence} />}
        {itsOwnQuote(finding) && finding.places[0]?.page && (
          <span className="ml-auto text-muted text-xs tabular-nums">
            {t('p. {page}', { page: finding.places[0].page })}
          </span>
        )}
      </span>
      {title && <span className="text-muted">{decision?.code?.description ?? title}</span>}
    </>
  )
}

function Confidence({ value }: { value: number }) {
  return (
    <span className="ml-auto inline-flex items-center gap-2 text-muted text-xs tabular-nums">
      <span aria-hidden="true" className="h-1.5 w-14 overflow-hidden rounded-full bg-line">
        <span className="block h-full rounded-full bg-ink/70" style={{ width: `${Math.round(value * 100)}%` }} />
      </span>
      <span>
        <span className="sr-only">{t('Confidence')} </span>
        {formatPercent(Math.round(value * 100) / 100)}
      </span>
    </span>
  )
}

function Verdicts({
  decision,
  closed,
  onDecide,
  onEdit,
}: {
  decision: Decision | undefined
  closed: string | null
  onDecide: (decision: Decision) => void
  onEdit: () => void
}) {
  const verdict = decision?.verdict
  const reason = closed ?? undefined
  return (
    <div className="flex flex-wrap items-center gap-2 px-3 pb-2.5">
      <Button
        size="sm"
        aria-pressed={verdict === 'accepted'}
        aria-keyshortcuts="a"
        reason={reason}
        icon={<Check aria-hidden="true" />}
        className="aria-pressed:border-good aria-pressed:bg-good-soft aria-pressed:text-good"
        onClick={() => onDecide({ verdict: 'accepted', value: null })}
      >
        {verdict === 'accepted' ? t('Accepted') : t('Accept')}
      </Button>
      <Button size="sm" aria-keyshortcuts="e" reason={reason} icon={<Pencil aria-hidden="true" />} onClick={onEdit}>
        {t('Edit')}
      </Button>
      <Button
        size="sm"
        aria-pressed={verdict === 'rejected'}
        aria-keyshortcuts="r"
        reason={reason}
        icon={<X aria-hidden="true" />}
        className="aria-pressed:border-bad aria-pressed:bg-bad-soft aria-pressed:text-bad"
        onClick={() => onDecide({ verdict: 'rejected', value: null })}
      >
        {verdict === 'rejected' ? t('Rejected') : t('Reject')}
      </Button>
      {decision?.by && decision.at && (
        <span className="text-muted text-xs">
          <bdi>{decision.by}</bdi> · <RelativeTime time={decision.at} />
        </span>
      )}
      {decision && <Reason key={decision.reason ?? ''} decision={decision} closed={closed} onDecide={onDecide} />}
    </div>
  )
}

/** Why it was decided so, where a reviewer wants to say it. */
function Reason({
  decision,
  closed,
  onDecide,
}: {
  decision: Decision
  closed: string | null
  onDecide: (decision: Decision) => void
}) {
  const [typing, setTyping] = useState(false)
  const { verdict, value, reason = '' } = decision
  if (!typing)
    return (
      <>
        {reason !== '' && <bdi className="wrap-anywhere basis-full text-base">{t('Reason: {reason}', { reason })}</bdi>}
        {closed === null && (
          <Button size="sm" variant="ghost" onClick={() => setTyping(true)}>
            {reason === '' ? t('Add a reason') : t('Edit the reason')}
          </Button>
        )}
      </>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const written = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    setTyping(false)
    if (written !== reason) onDecide({ verdict, value, reason: written })
  }
  return (
    <form onSubmit={submit} className="flex basis-full items-end gap-2">
      <div className="grow">
        <TextField
          label={t('Reason')}
          name="reason"
          autoFocus
          maxLength={DECISION_LIMITS.reason}
          defaultValue={reason}
          onKeyDown={({ key }) => key === 'Escape' && setTyping(false)}
        />
      </div>
      <Button size="sm" type="submit">
        {t('Save')}
      </Button>
    </form>
  )
}

function Correction({ initial, onDone }: Omit<EditorProps, 'finding'>) {
  const [value, setValue] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim()) onDone(value.trim())
  }
  return (
    <form onSubmit={submit} className="grid gap-2 px-3 pb-3">
      <TextField
        label={t('Correction')}
        autoFocus
        maxLength={500}
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(null)
        }}
      />
      <div className="flex gap-2">
        <Button size="sm" type="submit" disabled={value.trim() === ''}>
          {t('Save')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onDone(null)}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
