import { ArrowDown, ArrowUp, Ellipsis, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

/** What can be done with a row of a name and a value. */
export function RowTools({
  name,
  index,
  last,
  disabled,
  onMove,
  onRemove,
  children,
}: {
  name: string
  index: number
  last: number
  disabled: boolean
  onMove: (to: number) => void
  onRemove: () => void
  /** How its value is written. */
  children: ReactNode
}) {
  return (
    <div className="flex shrink-0">
      <Menu
        trigger={
          <IconButton size="sm" label={t('More for {name}', { name })} disabled={disabled}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {children}
        {children && <MenuSeparator />}
        <MenuItem
          icon={<ArrowUp aria-hidden="true" />}
          reason={index === 0 ? t('Already first') : undefined}
          onSelect={() => onMove(index - 1)}
        >
          {t('Move up')}
        </MenuItem>
        <MenuItem
          icon={<ArrowDown aria-hidden="true" />}
          reason={index === last ? t('Already last') : undefined}
          onSelect={() => onMove(index + 1)}
        >
          {t('Move down')}
        </MenuItem>
      </Menu>
      <IconButton size="sm" label={t('Remove {name}', { name })} disabled={disabled} onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  )
}
