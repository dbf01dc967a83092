import { useState } from 'react'
import type { OwnAgent } from '#contract/agents/publishing.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** A seller's notice about an agent on sale: maintenance, or a message to its users. */
export function AgentNoticeDialog({ agent, onClose }: { agent: OwnAgent; onClose: () => void }) {
  const { standing } = agent
  const [maintenance, setMaintenance] = useState(standing.maintenance)
  const [notice, setNotice] = useState(standing.notice)
  const same = maintenance === standing.maintenance && notice.trim() === standing.notice
  const save = useAction(async () => {
    await call('setAgentStanding', { params: { id: agent.id }, body: { maintenance, notice: notice.trim() } })
    onClose()
    await refresh('getOwnAgent', 'listOwnAgents', 'getAgent')
  })
  return (
    <Dialog open onClose={onClose} title={t('Maintenance or notice: {name}', { name: agent.name })}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!same && !save.busy) void save.run()
        }}
      >
        <p className="text-muted">
          {t('Shown on the listing and sent to users. The agent keeps running, and failed runs are free for buyers.')}
        </p>
        <Checkbox
          label={t('Under maintenance')}
          help={t('For work that takes hours or days. Remove it when you’re done.')}
          checked={maintenance}
          onChange={(event) => setMaintenance(event.target.checked)}
        />
        <TextField
          label={t('Notice')}
          optional
          value={notice}
          maxLength={PUBLISHING.notice}
          help={t('One sentence: what’s different and until when.')}
          onChange={(event) => setNotice(event.target.value)}
        />
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={save.busy && t('Saving...')}
            reason={same ? t('There are no changes to save') : undefined}
          >
            {maintenance || notice.trim() !== '' || same ? t('Save') : t('Take it back')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
