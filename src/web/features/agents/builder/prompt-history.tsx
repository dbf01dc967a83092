import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import type { PromptVersion } from '#contract/workflows/custom-agents.ts'
import { type Prompt, readPrompt, writePrompt } from '#graph/custom-agent/prompt.ts'
import { textDifference } from '#web/canvas/model/diff/diff-text.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { TextDifference } from '#web/canvas/view/comparison/text-difference.tsx'
import { t } from '#web/lib/language.ts'
import { promptVersionText } from '#web/parts/agents/cases/version-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { promptsQuery } from './prompts-query.ts'
import type { AgentEdits } from './use-agent.ts'

/** What the instructions were before, with what is different now; one of them can be taken back. */
export function PromptHistory({ prompt, edits }: { prompt: Prompt; edits: AgentEdits }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" icon={<History aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('History')}
      </Button>
      {open && <Versions prompt={prompt} edits={edits} onClose={() => setOpen(false)} />}
    </>
  )
}

function Versions({ prompt, edits, onClose }: { prompt: Prompt; edits: AgentEdits; onClose: () => void }) {
  const { id } = useDraft()
  // Always new: a chat in between made versions.
  const { data, isPending } = useQuery({ ...promptsQuery(id), staleTime: 0 })
  const [chosen, setChosen] = useState<number | null>(null)
  const now = writePrompt(prompt)
  const items = data?.items ?? []
  const selected =
    items.find(({ version }) => version === chosen) ?? items.find((one) => one.prompt !== now) ?? items[0]
  const restore = (one: PromptVersion) => {
    edits.prompt(readPrompt(one.prompt), t('the instructions'))
    onClose()
  }
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title={t('History of the instructions')}
      description={t('Every version that answered a chat or a run, newest first. Test cases compare two of them.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button
            variant="primary"
            reason={
              edits.readOnly ?? (!selected || selected.prompt === now ? t('These are the instructions now') : undefined)
            }
            onClick={() => selected && restore(selected)}
          >
            {t('Restore these')}
          </Button>
        </>
      }
    >
      {isPending ? (
        <Skeleton className="h-24" />
      ) : !selected ? (
        <p className="text-muted">
          {t('Nothing has run yet. Chat with the agent, and the instructions are kept here.')}
        </p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-[13rem_minmax(0,1fr)]">
          <ul className="grid max-h-80 gap-1 overflow-y-auto">
            {items.map((one) => (
              <li key={one.version}>
                <button
                  type="button"
                  aria-pressed={one.version === selected.version}
                  className="grid min-h-11 w-full rounded px-3 py-1 text-left text-base hover:bg-hover aria-pressed:bg-indigo-soft"
                  onClick={() => setChosen(one.version)}
                >
                  <span className="flex items-center gap-2">
                    {promptVersionText(one.version)}
                    {one.is_live && <Badge tone="good">{t('Live')}</Badge>}
                  </span>
                  <span className="text-muted">
                    <RelativeTime time={one.created_at} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <p className="text-muted text-base">
              {selected.prompt === now ? t('Nothing is different now.') : t('From this version to the draft:')}
            </p>
            <TextDifference pieces={textDifference(selected.prompt, now)} />
          </div>
        </div>
      )}
    </Dialog>
  )
}
