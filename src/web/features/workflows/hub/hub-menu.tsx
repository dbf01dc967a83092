import {
  Archive,
  ArchiveRestore,
  Bot,
  CalendarClock,
  Copy,
  Download,
  Ellipsis,
  Eye,
  FolderInput,
  PenLine,
  SquarePen,
  Trash2,
} from 'lucide-react'
import type { HubItem } from '#contract/workflows/workflow-hub.ts'
import { t } from '#web/lib/language.ts'
import { MoveItem } from '#web/parts/accounts/transfers/move-item.tsx'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

export type HubAct = 'rename' | 'duplicate' | 'folder' | 'export' | 'agent' | 'move' | 'archive' | 'restore' | 'delete'

/** What can be done with one workflow of the hub. */
export function HubMenu({ item, onAct }: { item: HubItem; onAct: (act: HubAct) => void }) {
  const act = (what: HubAct) => () => onAct(what)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the row from opening, and is no control itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row answers no key that is pressed in here
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        trigger={
          <IconButton label={t('Actions for {name}', { name: item.name })} size="sm">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {item.archived_at === null ? (
          <Living item={item} act={act} />
        ) : (
          <>
            <MenuItem icon={<ArchiveRestore aria-hidden="true" />} onSelect={act('restore')}>
              {t('Unarchive')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={act('delete')}>
              {t('Delete...')}
            </MenuItem>
          </>
        )}
      </Menu>
    </span>
  )
}

function Living({
  item: { id, role, problems, first_problem },
  act,
}: {
  item: HubItem
  act: (what: HubAct) => () => void
}) {
  const notMine = role === 'owner' ? undefined : t('Owner only')
  return (
    <>
      <MenuItem icon={<SquarePen aria-hidden="true" />} href={paths.designer(id)}>
        {t('Open')}
      </MenuItem>
      <MenuItem icon={<Eye aria-hidden="true" />} href={paths.designer(id, { mode: 'view' })}>
        {t('View')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<PenLine aria-hidden="true" />} onSelect={act('rename')} reason={notMine}>
        {t('Rename')}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={act('duplicate')} reason={notMine}>
        {t('Duplicate')}
      </MenuItem>
      <MenuItem icon={<FolderInput aria-hidden="true" />} onSelect={act('folder')} reason={notMine}>
        {t('Move to a folder')}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden="true" />} onSelect={act('export')} reason={notMine}>
        {t('Export')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<CalendarClock aria-hidden="true" />} href={paths.triggers(id)}>
        {t('Triggers')}
      </MenuItem>
      <MenuItem
        icon={<Bot aria-hidden="true" />}
        onSelect={act('agent')}
        reason={notMine ?? (problems > 0 ? (first_problem ?? t('It has problems')) : undefined)}
      >
        {t('Convert to agent')}
      </MenuItem>
      <MenuSeparator />
      <MoveItem reason={notMine} onSelect={act('move')} />
      <MenuItem icon={<Archive aria-hidden="true" />} onSelect={act('archive')} reason={notMine}>
        {t('Archive')}
      </MenuItem>
    </>
  )
}
