import { FileJson, FileText, Image, Link2, PenTool, Share } from 'lucide-react'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { actions } from '#web/canvas/tools/commands/action-list.ts'
import { useAct, useActionContext } from '#web/canvas/tools/commands/use-actions.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

const ITEMS = [
  ['export-json', FileJson],
  ['export-png', Image],
  ['export-svg', PenTool],
  ['export-markdown', FileText],
] as const

/** Takes the workflow elsewhere: a file, a picture, a page, or a link to a node. */
export function ExportMenu() {
  const act = useAct()
  const context = useActionContext()
  const item = (id: string, Icon: typeof FileJson) => {
    const action = actions.find((each) => each.id === id)
    const may = action?.enabled(context()) ?? true
    return (
      <MenuItem
        key={id}
        icon={<Icon aria-hidden="true" />}
        reason={may === true ? undefined : may}
        onSelect={() => act(id)}
      >
        {action && ownWord(action.label, 'command')}
      </MenuItem>
    )
  }
  return (
    <Menu
      trigger={
        <Button size="sm" variant="ghost" title={t('Export')} icon={<Share aria-hidden="true" />}>
          <span className="max-2xl:sr-only">{t('Export')}</span>
        </Button>
      }
    >
      {ITEMS.map(([id, Icon]) => item(id, Icon))}
      <MenuSeparator />
      {item('copy-link', Link2)}
    </Menu>
  )
}
