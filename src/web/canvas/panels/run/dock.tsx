import { useVirtualizer } from '@tanstack/react-virtual'
import { Bot, ChevronRight, Copy, MessageSquareText, Repeat, RotateCcw, Wrench } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Json } from '#contract/core/primitives.ts'
import { NODE_STATUSES } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { isObject } from '#shared/json.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { formatDuration } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { usageText } from '#web/parts/runs/usage.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { type PanelWidth, usePanelHeight } from '#web/ui/overlays/panel-width.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { StatusChip, StatusSign } from '#web/ui/status.tsx'
import { DockHead as Head } from './dock-head.tsx'
import { type LogLine, logLines, logText } from './log-tree.ts'
import { Values } from './values.tsx'

const ROW_PX = 32
const HEIGHT: PanelWidth = { key: 'dock-height', usual: 256, least: 140, most: 640 }

/** Under the canvas: the run on it as a tree of nodes, their items, and the models and tools they called. */
export function Dock() {
  const [draft, view] = [useDraft(), useView()]
  const open = useStore(view.dock)
  const shown = useStore(view.docked)
  const run = useStore(draft.run.execution)
  const label = shown === 'log' ? t('Log') : t('Values')
  const { width: height, handle } = usePanelHeight(HEIGHT, label)
  if (!open) return null
  return (
    <section
      aria-label={label}
      style={{ height: `min(${height}px, 60dvh)` }}
      className="relative flex shrink-0 flex-col border-line border-t bg-surface"
      onKeyDown={(event) => {
        if (event.key === 'Escape') view.dock.set(false)
      }}
    >
      {handle}
      {shown === 'values' ? (
        <Values />
      ) : run ? (
        <Log run={run} />
      ) : (
        <Head>
          <p className="grow text-muted text-base">{t('Run the workflow to see its log.')}</p>
        </Head>
      )}
    </section>
  )
}

function Log({ run }: { run: Execution }) {
  const view = useView()
  const [status, setStatus] = useState('')
  const [search, setSearch] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const one = NODE_STATUSES.find((each) => each === status) ?? null
  const document = useStore(useDraft().document)
  const lines = logLines(run, { status: one, search: search.trim().toLowerCase(), closed }, document)
  const toggle = (key: string) => {
    const next = new Set(closed)
    if (!next.delete(key)) next.add(key)
    setClosed(next)
  }
  const copy = async () => {
    await navigator.clipboard.writeText(logText(run))
    view.message.set({ text: t('Log copied as JSON'), tone: 'info' })
  }
  return (
    <>
      <Head>
        <StatusChip status={run.status} />
        <p className="min-w-0 grow truncate text-muted text-base tabular-nums">
          {run.usage.calls > 0 && usageText(run.usage)}
        </p>
        <div className="w-36">
          <Select
            label={t('Filter by status')}
            hideLabel
            value={status}
            onChange={(event) => setStatus(event.target.value)}
            options={[
              { value: '', label: t('All statuses') },
              ...NODE_STATUSES.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
            ]}
          />
        </div>
        <div className="w-40 max-sm:hidden">
          <TextField
            label={t('Search log')}
            hideLabel
            type="search"
            placeholder={t('Search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </div>
        <Button size="sm" icon={<Copy aria-hidden="true" />} onClick={() => void copy()}>
          {t('Copy as JSON')}
        </Button>
      </Head>
      <Lines lines={lines} closed={closed} onToggle={toggle} />
    </>
  )
}

interface LinesProps {
  lines: readonly LogLine[]
  closed: ReadonlySet<string>
  onToggle: (key: string) => void
}

function Lines({ lines, closed, onToggle }: LinesProps) {
  const scroll = useRef<HTMLElement>(null)
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  })
  if (lines.length === 0) return <p className="p-4 text-muted text-base">{t('No results for these filters.')}</p>
  return (
    <ScrollRegion label={t('Run log')} ref={scroll} className="min-h-0 grow">
      <ul style={{ height: rows.getTotalSize() }} className="relative">
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index]
          if (!line) return null
          return (
            <li
              key={line.key}
              data-log={line.kind}
              style={{
                transform: `translateY(${start}px)`,
                height: ROW_PX,
                paddingLeft: `${1 + line.depth * 1.25}rem`,
              }}
              className="absolute inset-x-0 top-0 flex items-center gap-2 pr-4 text-base hover:bg-hover"
            >
              <Line line={line} isClosed={closed.has(line.key)} onToggle={onToggle} />
            </li>
          )
        })}
      </ul>
    </ScrollRegion>
  )
}

const SIGNS = { model: Bot, tool: Wrench, try: RotateCcw, note: MessageSquareText, item: Repeat } as const

/** What a step said or called. What does not fit its line is read in a window. */
function LogEntry({ line: { kind, text, detail } }: { line: LogLine }) {
  const [open, setOpen] = useState(false)
  if (detail === null || kind === 'model') return <bdi className="min-w-0 truncate text-muted">{text}</bdi>
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="min-h-7 min-w-0 truncate rounded-sm text-left text-muted hover:text-ink hover:underline"
      >
        <bdi>{text}</bdi>
      </button>
      {open && (
        <Dialog open reading onClose={() => setOpen(false)} title={kind === 'tool' ? t('Tool call') : text}>
          <dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {entriesOf(detail).map(([name, value]) => (
              <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-1">
                <dt className="font-medium text-xs">{name}</dt>
                <dd className="whitespace-pre-wrap break-words rounded bg-sunken p-3 font-mono text-xs">
                  {typeof value === 'string' ? value : JSON.stringify(value, null, 2)}
                </dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  )
}

const entriesOf = (detail: Json): [string, Json][] =>
  isObject(detail) ? Object.entries(detail) : [[t('Data'), detail]]

function Line({ line, isClosed, onToggle }: { line: LogLine; isClosed: boolean; onToggle: (key: string) => void }) {
  const [draft, view] = [useDraft(), useView()]
  const { key, kind, text, status, ms, node_id, iteration, detail, inside } = line
  const jump = () => {
    const session = draft.run
    if (!draft.document.get().nodes.some(({ id }) => id === node_id))
      return view.message.set({ text: t('This node was deleted from the draft.'), tone: 'bad' })
    session.iterations.set({ ...session.iterations.get(), [node_id]: iteration })
    draft.selection.set({ ...NOTHING, nodes: new Set([node_id]) })
    view.camera.get()?.show({ node: node_id })
    view.open.set(node_id)
    session.data.set(true)
  }
  const Sign = kind === 'node' ? null : SIGNS[kind]
  return (
    <>
      {inside > 0 ? (
        <IconButton
          size="sm"
          label={`${isClosed ? t('Open') : t('Close')} ${text}`}
          aria-expanded={!isClosed}
          onClick={() => onToggle(key)}
        >
          <ChevronRight aria-hidden="true" className={isClosed ? '' : 'rotate-90'} />
        </IconButton>
      ) : (
        <span className="w-7 shrink-0" />
      )}
      {status ? (
        <StatusSign status={status} />
      ) : (
        Sign && <Sign aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
      )}
      {kind === 'node' || kind === 'item' ? (
        <button type="button" onClick={jump} className="min-h-7 min-w-0 truncate rounded-sm text-left hover:underline">
          <bdi>{text}</bdi>
        </button>
      ) : (
        <LogEntry line={line} />
      )}
      {status === 'failed' && isObject(detail) && (
        <span className="min-w-0 truncate text-bad">{String(detail.message ?? '')}</span>
      )}
      <span className="ml-auto shrink-0 text-muted tabular-nums">{ms === null ? '' : formatDuration(ms)}</span>
    </>
  )
}
