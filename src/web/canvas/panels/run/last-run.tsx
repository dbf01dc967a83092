import { ExternalLink, Eye, EyeOff } from 'lucide-react'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { useAct } from '#web/canvas/tools/commands/use-actions.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { StatusSign } from '#web/ui/status.tsx'
import { runLine } from './run-words.ts'

/** At the top of the canvas, or above the list: which run its cards tell of, the way to it, and the way to see none. */
export function LastRun() {
  const draft = useDraft()
  const { run: session } = draft
  const mode = useStore(useView().mode)
  const [run, isHidden] = [useStore(session.execution), useStore(session.hidden)]
  const isPast = useStore(draft.home.run.past) !== null
  // The tools of several nodes are in its place.
  const many = usePart(draft.selection, ({ nodes, notes }) => nodes.size + notes.size > 1)
  if (!run || isPast || (many && mode === 'canvas')) return null
  const place = mode === 'canvas' ? 'absolute top-3 left-3 z-10 max-w-[calc(100%-1.5rem)]' : 'w-fit max-w-full'
  return <div className={place}>{isHidden ? <Hidden /> : <Shown run={run} />}</div>
}

function Hidden() {
  const act = useAct()
  return (
    <Button
      size="sm"
      variant="ghost"
      className="text-muted"
      icon={<Eye aria-hidden="true" />}
      title={t('Shows on the cards how the last run went ({caps})', { caps: caps('shift+O').join(' ') })}
      onClick={() => act('last-run')}
    >
      {t('Show last run')}
    </Button>
  )
}

function Shown({ run }: { run: Execution }) {
  const act = useAct()
  const { nodes } = useStore(useDraft().document)
  const line = runLine(run, nodes)
  return (
    <section
      aria-label={t('Last run')}
      className="surface-raised flex min-h-9 items-center gap-1.5 py-0.5 pr-1 pl-2.5 text-base"
    >
      <StatusSign status={run.status} />
      <p className="min-w-0">
        {isFinal(run.status) && <>{t('Last run')} · </>}
        <RelativeTime time={run.created_at} /> · {line.ran} ·{' '}
        {line.failed === null ? line.ended : <FailedAt node={line.failed}>{line.ended}</FailedAt>}
      </p>
      <a
        href={paths.run(run.id)}
        target="_blank"
        rel="noopener noreferrer"
        title={t('Open run')}
        className="grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-ink"
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        <span className="sr-only">{t('Open run')}</span>
      </a>
      {isFinal(run.status) && (
        <IconButton
          size="sm"
          label={t('Hide last run ({caps})', { caps: caps('shift+O').join(' ') })}
          onClick={() => act('last-run')}
        >
          <EyeOff aria-hidden="true" />
        </IconButton>
      )}
    </section>
  )
}

/** Leads to the step it failed at. */
function FailedAt({ node, children }: { node: string; children: string }) {
  const [draft, view] = [useDraft(), useView()]
  const show = () => {
    draft.selection.set({ ...NOTHING, nodes: new Set([node]) })
    view.camera.get()?.show({ node })
  }
  return (
    <button type="button" onClick={show} className="min-h-6 rounded-sm text-left font-medium text-bad hover:underline">
      <bdi>{children}</bdi>
    </button>
  )
}
