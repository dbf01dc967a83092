import { Ban, ChevronDown, Play } from 'lucide-react'
import { isFinal } from '#contract/runs/execution-states.ts'
import { pastShown } from '#web/canvas/model/draft/run-session.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useDraft, useSelection } from '#web/canvas/services/context/use-draft.ts'
import { usePart } from '#web/canvas/services/context/use-node-presentation.ts'
import type { ActionContext } from '#web/canvas/tools/actions/action.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { actions } from '#web/canvas/tools/commands/action-list.ts'
import { useAct, useActionContext } from '#web/canvas/tools/commands/use-actions.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { EstimateChip } from './estimate.tsx'

const IN_MENU = ['run-with-input', 'run-node', 'run-from', 'run-until', 'pin'] as const

/** In the bar: what a run takes, and the one button that runs and cancels. */
export function RunControls() {
  const draft = useDraft()
  const act = useAct()
  const session = draft.run
  const underWay = usePart(session.execution, (run) => run !== null && !isFinal(run.status))
  const busy = useStore(session.busy)
  const refusal = useStore(session.refusal)
  const isPast = useStore(session.past) !== null
  const empty = usePart(draft.document, ({ nodes }) => nodes.length === 0)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <EstimateChip />
      {underWay ? (
        <Button
          size="sm"
          icon={<Ban aria-hidden="true" />}
          busy={busy === 'cancelling' && t('Cancelling...')}
          reason={refusal ?? undefined}
          title={t('Cancel the run ({caps})', { caps: caps('mod+Enter').join(' ') })}
          onClick={() => act('run-cancel')}
        >
          {t('Cancel')}
        </Button>
      ) : (
        <span className="inline-flex">
          <Button
            size="sm"
            variant="primary"
            className="rounded-r-none"
            icon={<Play aria-hidden="true" />}
            busy={busy === 'starting' && t('Starting...')}
            reason={refusal ?? (isPast ? pastShown() : empty ? t('The workflow is empty.') : undefined)}
            title={t('Run the workflow ({caps})', { caps: caps('mod+Enter').join(' ') })}
            onClick={() => act('run-all')}
          >
            {ownWord('Run', 'command')}
          </Button>
          <RunMenu />
        </span>
      )}
    </div>
  )
}

/** The actions available now. `_now` is their dependency: they are computed again when a part of it changes. */
function offersOf(context: () => ActionContext, _now: readonly unknown[]) {
  const here = context()
  return IN_MENU.flatMap((id) => {
    const action = actions.find((one) => one.id === id)
    return action ? [{ action, may: action.enabled(here) }] : []
  })
}

function RunMenu() {
  const act = useAct()
  const context = useActionContext()
  const session = useDraft().run
  const now = [useSelection(), useStore(session.busy), useStore(session.refusal), useStore(session.execution)]
  const offers = offersOf(context, now)
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="primary"
          className="rounded-l-none border-l-marigold-edge px-2!"
          aria-label={t('More run options')}
        >
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {offers.map(({ action, may }) => {
        return (
          <div key={action.id}>
            {action.id === 'pin' && <MenuSeparator />}
            <MenuItem reason={may === true ? undefined : may} onSelect={() => act(action.id)}>
              <span className="flex justify-between gap-6">
                {ownWord(action.label, 'command')}
                {action.keys[0] && <span className="text-muted text-xs">{caps(action.keys[0]).join(' ')}</span>}
              </span>
            </MenuItem>
          </div>
        )
      })}
    </Menu>
  )
}
