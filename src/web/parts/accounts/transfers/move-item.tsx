import { MoveRight } from 'lucide-react'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { MenuItem } from '#web/ui/overlays/menu.tsx'

/** Whether the person may move things out of the workspace they are in. */
export function useMayMove(): boolean {
  const user = useUser()
  return user !== null && user !== undefined && (user.workspace === undefined || mayIn(user.workspace.role, 'transfer'))
}

/** In the menu of a thing; nothing for those who may not move it. */
export function MoveItem({ reason, onSelect }: { reason?: string | undefined; onSelect: () => void }) {
  if (!useMayMove()) return null
  return (
    <MenuItem icon={<MoveRight aria-hidden="true" />} reason={reason} onSelect={onSelect}>
      {t('Move to another workspace')}
    </MenuItem>
  )
}
