import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { OwnAgent } from '#contract/agents/publishing.ts'
import { t } from '#web/lib/language.ts'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { MoveItem } from '#web/parts/accounts/transfers/move-item.tsx'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { type Act, ActDialog, actLabels } from './act-dialog.tsx'
import { AgentNoticeDialog } from './agent-notice-dialog.tsx'

const ACTS: readonly Act[] = ['withdraw', 'deprecate', 'revive', 'restore', 'archive', 'delete']

/** What else can be done with an own agent; what is not possible now says why. */
export function AgentMenu({ agent }: { agent: OwnAgent }) {
  const [saying, setSaying] = useState(false)
  const [asked, setAsked] = useState<Act | null>(null)
  const [moving, setMoving] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('Actions for {name}', { name: agent.name })}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem href={paths.sellerAgent(agent.id)}>{t('Manage')}</MenuItem>
        <MenuItem href={paths.sellerEvaluations(agent.id)}>{t('Test cases')}</MenuItem>
        <MenuItem href={paths.agent(agent.slug)}>{t('Open listing')}</MenuItem>
        <MenuSeparator />
        <MenuItem reason={agent.abilities.announce.reason ?? undefined} onSelect={() => setSaying(true)}>
          {t('Maintenance or notice')}
        </MenuItem>
        <MoveItem onSelect={() => setMoving(true)} />
        {ACTS.map((act) => (
          <MenuItem key={act} reason={agent.abilities[act].reason ?? undefined} onSelect={() => setAsked(act)}>
            {actLabels()[act]}
          </MenuItem>
        ))}
      </Menu>
      {saying && <AgentNoticeDialog agent={agent} onClose={() => setSaying(false)} />}
      {moving && (
        <MoveDialog
          thing={{ kind: 'agent', id: agent.id, name: agent.name }}
          onMoved={() => {}}
          onClose={() => setMoving(false)}
        />
      )}
      {asked && <ActDialog act={asked} agent={agent} onClose={() => setAsked(null)} />}
    </>
  )
}
