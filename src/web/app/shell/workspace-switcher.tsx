import { useQuery } from '@tanstack/react-query'
import { Building2, Check, ChevronsUpDown, Plus, User, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { openView } from '#web/api/acting/support-view.ts'
import { q } from '#web/api/query.ts'
import type { SessionUser } from '#web/api/session-state.ts'
import { t } from '#web/lib/language.ts'
import { optionalPart } from '#web/lib/lazy-part.tsx'
import { openWorkspace } from '#web/lib/workspace.ts'
import { paths } from '#web/paths.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

const NewWorkspace = optionalPart(
  () => import('#web/parts/accounts/workspaces/new-workspace.tsx'),
  (m) => m.NewWorkspace,
)

const OfferItem = optionalPart(
  () => import('#web/parts/accounts/workspaces/workspace-offer.tsx'),
  (m) => m.OfferItem,
)

const workspacesQuery = q('listWorkspaces', { query: {} })

/** Whose pages these are, and the way to those of others. */
export function WorkspaceSwitcher({ user }: { user: SessionUser }) {
  const [isNew, setIsNew] = useState(false)
  const { workspace } = user
  if (openView() !== null) return null
  const trigger = (
    <button
      type="button"
      className="flex min-h-9 w-full items-center gap-2 rounded border border-line bg-paper px-2.5 text-left hover:bg-hover narrow:justify-center narrow:px-0 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted"
    >
      {workspace ? <Building2 aria-hidden="true" /> : <User aria-hidden="true" />}
      <span className="min-w-0 grow truncate font-medium narrow:sr-only">
        <span className="sr-only">{t('Workspace')}: </span>
        <bdi>{workspace?.name ?? t('Personal')}</bdi>
      </span>
      <ChevronsUpDown aria-hidden="true" className="narrow:hidden" />
    </button>
  )
  return (
    <>
      <Menu trigger={trigger} align="start">
        <Places user={user} />
        <Suspense>
          <OfferItem />
        </Suspense>
        <MenuSeparator />
        {workspace && (
          <MenuItem href={paths.workspace()} icon={<Users aria-hidden="true" />}>
            {t('People and settings')}
          </MenuItem>
        )}
        <MenuItem icon={<Plus aria-hidden="true" />} onSelect={() => setIsNew(true)}>
          {t('New workspace')}
        </MenuItem>
      </Menu>
      {isNew && <NewWorkspace onClose={() => setIsNew(false)} />}
    </>
  )
}

/** Fetched when the menu is opened: most people have none but their own. */
function Places({ user: { workspace, display_name } }: { user: SessionUser }) {
  const { data, error } = useQuery(workspacesQuery)
  const icon = (isHere: boolean, other: 'person' | 'workspace') => {
    if (isHere) return <Check aria-hidden="true" />
    return other === 'person' ? <User aria-hidden="true" /> : <Building2 aria-hidden="true" />
  }
  return (
    <>
      <MenuLabel>{t('Workspaces')}</MenuLabel>
      <MenuItem icon={icon(!workspace, 'person')} onSelect={() => openWorkspace(null)}>
        <span className="flex flex-wrap gap-x-1.5">
          {t('Personal')} <bdi className="text-muted">{display_name}</bdi>
        </span>
      </MenuItem>
      {data === undefined && error === null && <Spinner />}
      {data?.items.map(({ id, name, slug }) => (
        <MenuItem key={id} icon={icon(workspace?.id === id, 'workspace')} onSelect={() => openWorkspace(slug)}>
          <bdi>{name}</bdi>
        </MenuItem>
      ))}
    </>
  )
}
