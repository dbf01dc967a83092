import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Person } from '#contract/admin/people.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import {
  Activate,
  Block,
  ChangeRole,
  EndSessions,
  GiveCredits,
  MailReset,
  RemoveSecondFactor,
  ViewAs,
} from './acts.tsx'

const ACTS = {
  change_role: ChangeRole,
  block: Block,
  activate: Activate,
  end_sessions: EndSessions,
  mail_reset: MailReset,
  remove_second_factor: RemoveSecondFactor,
  give_credits: GiveCredits,
  view: ViewAs,
}
type Act = keyof typeof ACTS

/** Everything that can be done with the account; what cannot says why. */
export function Manage({ person }: { person: Person }) {
  const [act, setAct] = useState<Act | null>(null)
  const Shown = act && ACTS[act]
  const place = useRef<HTMLDivElement>(null)
  const hasActed = useRef(false)
  useEffect(() => {
    // The item that opened the dialog is gone with its menu, so the browser has nothing to give the focus back to.
    if (act === null && hasActed.current) place.current?.querySelector('button')?.focus()
    hasActed.current = act !== null
  }, [act])
  const item = (name: Act) => ({
    reason: person.abilities[name].reason ?? undefined,
    onSelect: () => setAct(name),
  })
  return (
    <div ref={place}>
      <Menu
        trigger={
          <Button variant="primary">
            Manage <ChevronDown aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem {...item('view')}>View as this person</MenuItem>
        <MenuSeparator />
        <MenuItem {...item('change_role')}>Change role</MenuItem>
        <MenuItem {...item('block')}>Block</MenuItem>
        <MenuItem {...item('activate')}>Activate</MenuItem>
        <MenuSeparator />
        <MenuItem {...item('end_sessions')}>End all sessions</MenuItem>
        <MenuItem {...item('mail_reset')}>Send password reset link</MenuItem>
        <MenuItem {...item('remove_second_factor')}>Turn off two-factor</MenuItem>
        <MenuSeparator />
        <MenuItem {...item('give_credits')}>Give credits</MenuItem>
      </Menu>
      {Shown && <Shown person={person} onClose={() => setAct(null)} />}
    </div>
  )
}
