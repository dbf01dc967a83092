import type { PaletteEntry } from '#web/canvas/services/analysis/answers.ts'
import { usePalette } from '#web/canvas/services/analysis/use-palette.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { useAct } from '#web/canvas/tools/commands/use-actions.ts'
import { useAdd } from '#web/canvas/tools/gestures/use-add.ts'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'

/** What starts most workflows. */
const COMMON = ['manual_trigger', 'form_trigger', 'webhook_trigger', 'schedule_trigger']

/** An empty workflow teaches its first step. */
export function FirstStep() {
  const readOnly = useStore(useDraft().save).state === 'read_only'
  const choosing = useStore(useView().picker) !== null
  const act = useAct()
  const add = useAdd()
  const palette = usePalette() ?? []
  const offered = COMMON.flatMap((type): PaletteEntry[] => palette.filter((entry) => entry.type === type))
  if (readOnly) {
    return (
      <div className="pointer-events-none absolute inset-0 grid place-items-center p-4">
        <p className="text-muted">{t('This workflow is empty.')}</p>
      </div>
    )
  }
  return (
    <div
      className={`pointer-events-none absolute inset-0 grid place-items-center overflow-y-auto p-4 pb-20 ${choosing ? 'invisible' : ''}`}
    >
      <div className="pointer-events-auto grid w-full max-w-md grid-cols-[minmax(0,1fr)] gap-4 surface-raised p-5">
        <div>
          <h2 className="text-lg">{t('What starts this workflow?')}</h2>
          <p className="mt-1 text-muted">
            {t('Every workflow starts with one trigger. Add it, then press N for each next step.')}
          </p>
        </div>
        {offered.length > 0 && (
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            {offered.map((entry) => (
              <li key={entry.type}>
                <button
                  type="button"
                  onClick={() => void add(entry, { at: null, from: null, into: null })}
                  className="flex w-full items-center gap-3 rounded border border-line px-3 py-2 text-left hover:border-control hover:bg-hover"
                >
                  <NodeIcon name={entry.icon} className="size-4 shrink-0 text-marigold-ink" />
                  <span className="min-w-0">
                    <span className="block font-medium">{entry.title}</span>
                    <span className="line-clamp-2 text-muted text-xs">{entry.description}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <Button variant="primary" onClick={() => act('add')}>
          {t('See all triggers')}
        </Button>
      </div>
    </div>
  )
}
