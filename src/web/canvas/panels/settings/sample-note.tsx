import { Play } from 'lucide-react'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { beginRun } from '#web/canvas/services/run/run-start.ts'
import { useRunRefusal } from '#web/canvas/services/run/use-run-refusal.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that expressions are tried on made-up data, and runs what gives the real one. `before`: id of the node to run until. */
export function SampleNote({ before }: { before: string }) {
  const [draft, view] = [useDraft(), useView()]
  const refusal = useRunRefusal()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded bg-sunken px-3 py-2 text-muted text-base">
      <p className="min-w-0 grow basis-48">{t('Expression results are shown for sample data.')}</p>
      <Button
        size="sm"
        icon={<Play aria-hidden="true" />}
        reason={refusal ?? undefined}
        onClick={() => void beginRun({ draft, view }, { mode: 'until', node: before })}
      >
        {t('Run previous nodes')}
      </Button>
    </div>
  )
}
