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
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

export type HubAct = 'rename' | 'duplicate' | 'folder' | 'export' | 'agent' | 'archive' | 'restore' | 'delete'

/** What can be done with one workflow of the hub. */
export function HubMenu({ item, onAct }: { item: HubItem; onAct: (act: HubAct) => void }) {
  const act = (what: HubAct) => () => onAct(what)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it keeps the row from opening, and is no control itself
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row answers no key that is pressed in here
    <span onClick={(event) => event.stopPropagation()}>
      <Menu
        trigger={
          <IconButton label={`Actions for ${item.name}`} size="sm">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {item.archived_at === null ? (
          <Living item={item} act={act} />
        ) : (
          <>
            <MenuItem icon={<ArchiveRestore aria-hidden="true" />} onSelect={act('restore')}>
              Unarchive
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={act('delete')}>
              Delete...
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
  const notMine = role === 'owner' ? undefined : 'Owner only'
  return (
    <>
      <MenuItem icon={<SquarePen aria-hidden="true" />} href={paths.designer(id)}>
        Open
      </MenuItem>
      <MenuItem icon={<Eye aria-hidden="true" />} href={paths.designer(id, { mode: 'view' })}>
        View
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<PenLine aria-hidden="true" />} onSelect={act('rename')} reason={notMine}>
        Rename
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={act('duplicate')} reason={notMine}>
        Duplicate
      </MenuItem>
      <MenuItem icon={<FolderInput aria-hidden="true" />} onSelect={act('folder')} reason={notMine}>
        Move to a folder
      </MenuItem>
      <MenuItem icon={<Download aria-hidden="true" />} onSelect={act('export')} reason={notMine}>
        Export
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<CalendarClock aria-hidden="true" />} href={paths.triggers(id)}>
        Triggers
      </MenuItem>
      <MenuItem
        icon={<Bot aria-hidden="true" />}
        onSelect={act('agent')}
        reason={notMine ?? (problems > 0 ? (first_problem ?? 'It has problems') : undefined)}
      >
        Convert to agent
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Archive aria-hidden="true" />} onSelect={act('archive')} reason={notMine}>
        Archive
      </MenuItem>
    </>
  )
}
