/** The workspace that the domain of one's address opens: as a card, and in the menu of workspaces. */
import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { openWorkspace } from '#web/lib/workspace.ts'
import { workspaceRoleName } from '#web/parts/accounts/roles/workspace-role-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { MenuItem } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const offerQuery = q('getWorkspaceOffer')
/** An offer that was put off in this browser, by the id of its workspace. */
const PUT_OFF = 'offer.later'

const join = async (id: string): Promise<void> => {
  const { slug } = await call('joinOfferedWorkspace', { params: { id } })
  openWorkspace(slug)
}

const useOffer = () => useQuery(offerQuery).data?.offer ?? null

/** @param always also where it was put off */
export function OfferCard({ always = false }: { always?: boolean }) {
  const offer = useOffer()
  const joining = useAction(join)
  const [later, setLater] = useState(() => readStored(PUT_OFF))
  if (offer === null || (!always && later === offer.id)) return null
  const { id, name, domain, role } = offer
  const putOff = () => {
    writeStored(PUT_OFF, id)
    setLater(id)
  }
  return (
    <Card className="grid max-w-4xl gap-3">
      <section aria-label={t('Workspace of your organisation')} className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Building2 aria-hidden="true" className="size-6 shrink-0 text-muted" />
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="text-xl [overflow-wrap:anywhere]">
            {t('Join')} <bdi>{name}</bdi>
          </h2>
          <p className="text-muted">
            {t('Your email address at {domain} lets you join this workspace as {role}.', {
              domain,
              role: workspaceRoleName(role),
            })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={joining.busy && t('Joining...')} onClick={() => void joining.run(id)}>
            {t('Join workspace')}
          </Button>
          {!always && <Button onClick={putOff}>{t('Not now')}</Button>}
        </div>
      </section>
      {joining.error !== null && <Callout tone="bad">{friendly(joining.error)}</Callout>}
    </Card>
  )
}

export function OfferItem() {
  const offer = useOffer()
  if (offer === null) return null
  // The menu is closed by the time of a refusal.
  const tell = (error: unknown) => notify({ type: 'error', title: friendly(error) })
  return (
    <MenuItem icon={<Building2 aria-hidden="true" />} onSelect={() => void join(offer.id).catch(tell)}>
      <span>
        {t('Join')} <bdi>{offer.name}</bdi>
      </span>
    </MenuItem>
  )
}
