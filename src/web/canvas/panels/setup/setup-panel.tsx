import { Circle, CircleCheck, Unplug, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NOTHING } from '#web/canvas/model/draft/draft.ts'
import { openSettings } from '#web/canvas/model/draft/open-settings.ts'
import { useDocument, useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useSetup } from '#web/canvas/services/queries/use-setup.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { followed, type SetupStep } from './steps.ts'

/** Everything still to be set up, in order: a press opens the field, a tick says that it is done. */
export function SetupPanel() {
  const panel = useStore(useView().panel)
  return panel === 'setup' ? <Panel /> : null
}

function Panel() {
  const view = useView()
  const items = useSetup()
  const [steps, setSteps] = useState<readonly SetupStep[]>([])
  const title = useRef<HTMLHeadingElement>(null)
  const next = items ? followed(steps, items) : steps
  if (next !== steps) setSteps(next)
  useEffect(() => title.current?.focus(), [])
  const left = next.filter(({ done, loose }) => !done && !loose).length
  return (
    <aside
      aria-label={t('Missing settings')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        view.panel.set(null)
      }}
      className="flex w-72 min-w-56 shrink flex-col border-line border-l bg-surface max-md:absolute max-md:inset-0 max-md:z-20 max-md:w-full"
    >
      <header className="flex items-center justify-between gap-2 border-line border-b px-4 py-2">
        <h2 ref={title} tabIndex={-1} className="font-medium text-lg outline-none">
          {t('Missing settings')}
        </h2>
        <IconButton label={t('Close')} size="sm" onClick={() => view.panel.set(null)}>
          <X aria-hidden="true" />
        </IconButton>
      </header>
      <div className="grid min-h-0 grow content-start gap-3 overflow-y-auto overscroll-contain p-3">
        <p role="status" className="px-1 text-muted text-base">
          {items === null
            ? ''
            : left === 0
              ? t('All set.')
              : left === 1
                ? t('1 item left.')
                : t('{left} items left.', { left })}
        </p>
        {items === null ? <Skeleton className="h-24" /> : <Steps steps={next} />}
        {items !== null && left === 0 && (
          <p className="flex items-center gap-2 rounded bg-good-soft px-3 py-2.5 font-medium text-good">
            <CircleCheck aria-hidden="true" className="size-4.5" />
            {t('Ready to run')}
          </p>
        )}
      </div>
    </aside>
  )
}

function Steps({ steps }: { steps: readonly SetupStep[] }) {
  const draft = useDraft()
  const view = useView()
  const { nodes } = useDocument()
  const there = new Set(nodes.map(({ id }) => id))
  const open = (node: string, field: string | null) => {
    draft.selection.set({ ...NOTHING, nodes: new Set([node]) })
    openSettings(view, node, field ?? '')
  }
  return (
    <ol className="grid gap-1">
      {steps.map(({ key, node, title, field, label, message, done, loose }) => (
        <li key={key}>
          <button
            type="button"
            // A node that was deleted, and what belongs to no node, cannot be opened.
            disabled={node === null || !there.has(node)}
            onClick={() => node !== null && open(node, field)}
            className="flex w-full items-start gap-2.5 rounded px-2 py-1.5 text-left not-disabled:hover:bg-hover"
          >
            {done ? (
              <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            ) : loose ? (
              <Unplug aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            ) : (
              <Circle aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
            )}
            <span className="min-w-0">
              <span className={`block break-words text-xs ${done ? 'text-muted' : 'font-medium'}`}>
                {title !== '' && <bdi>{title}</bdi>}
                {label !== '' && ` › ${label}`}
                {title === '' && t('The workflow')}
                {done && <span className="sr-only"> {t('(done)')}</span>}
              </span>
              {!done && <span className="block break-words text-muted text-xs">{message}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
