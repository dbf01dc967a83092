import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { OwnAgent } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export type Act = 'withdraw' | 'deprecate' | 'revive' | 'restore' | 'archive' | 'delete'

export const actLabels = (): Record<Act, string> => ({
  withdraw: t('Withdraw from review'),
  deprecate: t('Deprecate'),
  revive: t('Sell again'),
  restore: t('Restore as a draft'),
  archive: t('Archive'),
  delete: t('Delete'),
})

const says = (): Record<Act, string> => ({
  withdraw: t('The version is removed from the review queue. Your draft is kept.'),
  deprecate: t('It’s removed from the marketplace. Existing users can keep using it and will be notified.'),
  revive: t('It goes on sale again with its last version.'),
  restore: t('It becomes a draft. Submit it for review to sell it again.'),
  archive: t('It’s removed from the marketplace. Existing services keep running, and their owners will be notified.'),
  delete: t('The draft and its test cases will be permanently deleted. The workflow stays.'),
})

/** Asks before an act, with what follows from it. */
export function ActDialog({ act, agent, onClose }: { act: Act; agent: OwnAgent; onClose: () => void }) {
  const [note, setNote] = useState('')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const tells = (act === 'deprecate' || act === 'archive') && agent.number !== null
  const danger = act === 'delete' || act === 'archive'
  const go = useAction(async () => {
    const params = { id: agent.id }
    if (act === 'delete') await call('deleteAgent', { params })
    else
      await call('controlOwnAgent', {
        params,
        body: { action: act, ...(tells && note.trim() && { note: note.trim() }) },
      })
    onClose()
    if (act === 'delete' && pathname !== paths.sellerAgents()) await navigate(paths.sellerAgents())
    await refresh('listOwnAgents', 'listHub', ...(act === 'delete' ? [] : (['getOwnAgent'] as const)))
  })
  return (
    <Dialog open onClose={onClose} title={`${actLabels()[act]}: ${agent.name}`} size="sm">
      <div className="grid gap-4">
        <p>{says()[act]}</p>
        {tells && (
          <TextArea
            label={t('Message to users')}
            optional
            rows={3}
            value={note}
            maxLength={PUBLISHING.note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        {go.error !== null && <Callout tone="bad">{friendly(go.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={go.busy && t('Working...')}
            onClick={() => void go.run()}
          >
            {actLabels()[act]}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
