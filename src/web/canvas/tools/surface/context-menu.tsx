import { DropdownMenu } from 'radix-ui'
import { Fragment } from 'react'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import type { CanvasAction } from '#web/canvas/tools/actions/action.ts'
import { run } from '#web/canvas/tools/actions/keyboard.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { menuOf, sectionOf } from '#web/canvas/tools/commands/menu.ts'
import { useActionContext } from '#web/canvas/tools/commands/use-actions.ts'
import { t } from '#web/lib/language.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { MenuGroup, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

export interface MenuPlace {
  kind: NonNullable<CanvasAction['menus']>[number]
  /** In the window, in px. */
  x: number
  y: number
}

/** What can be done with what was clicked: every action that names this kind of menu, with its key, or the reason it cannot be done. */
export function ContextMenu({ place, onClose }: { place: MenuPlace | null; onClose: () => void }) {
  if (place === null) return null
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" className="fixed size-0" style={{ left: place.x, top: place.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.getElementById('floating')}>
        <DropdownMenu.Content
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={t('Actions')}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-64 max-w-96 animate-appear overflow-y-auto surface-raised p-1.5"
        >
          <ActionItems kind={place.kind} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** The actions of a kind of menu, inside a menu: running first, what is used less behind a line of its own. */
export function ActionItems({ kind }: { kind: MenuPlace['kind'] }) {
  const { flat, behind } = menuOf(kind)
  return (
    <>
      {flat.map((action, index) => (
        <Fragment key={action.id}>
          {index > 0 && sectionOf(flat[index - 1]) !== sectionOf(action) && <MenuSeparator />}
          <ActionItem action={action} />
        </Fragment>
      ))}
      {behind.length > 0 && <MenuSeparator />}
      {behind.map(({ label, actions: inside }) => (
        <MenuGroup key={label} label={t(label)}>
          {inside.map((action) => (
            <ActionItem key={action.id} action={action} />
          ))}
        </MenuGroup>
      ))}
    </>
  )
}

function ActionItem({ action }: { action: CanvasAction }) {
  const context = useActionContext()
  const may = action.enabled(context())
  const [first] = action.keys
  return (
    <MenuItem reason={may === true ? undefined : may} onSelect={() => run(action, context())}>
      <span className="flex items-center justify-between gap-4">
        {ownWord(action.label, 'command')}
        {first !== undefined && (
          <span className="flex gap-0.5 max-sm:hidden">
            {caps(first).map((cap) => (
              <Kbd key={cap}>{cap}</Kbd>
            ))}
          </span>
        )}
      </span>
    </MenuItem>
  )
}
