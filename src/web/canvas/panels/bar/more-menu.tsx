import {
  Ellipsis,
  FileJson,
  FileText,
  History,
  Image,
  Link2,
  ListTodo,
  type LucideIcon,
  MessageCircle,
  PenTool,
  ScrollText,
  Search,
  Table2,
} from 'lucide-react'
import { useState } from 'react'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { PastRunsDialog } from '#web/canvas/panels/data/past-runs.tsx'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { caps } from '#web/canvas/tools/actions/keys.ts'
import { actions } from '#web/canvas/tools/commands/action-list.ts'
import { useAct, useActionContext } from '#web/canvas/tools/commands/use-actions.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

type Entry = readonly [action: string, icon: LucideIcon]

const LOOK: readonly Entry[] = [
  ['dock', ScrollText],
  ['values', Table2],
  ['comments', MessageCircle],
  ['search', Search],
]
/** Takes the workflow elsewhere: a file, a picture, a page, or a link to a node. */
const EXPORT: readonly Entry[] = [
  ['export-json', FileJson],
  ['export-png', Image],
  ['export-svg', PenTool],
  ['export-markdown', FileText],
  ['copy-link', Link2],
]

/** What is needed less often, by its name and with its key. */
export function MoreMenu() {
  const view = useView()
  const act = useAct()
  const context = useActionContext()
  const [choosing, setChoosing] = useState(false)
  const item = ([id, Icon]: Entry) => {
    const action = actions.find((each) => each.id === id)
    const may = action?.enabled(context()) ?? true
    return (
      <MenuItem
        key={id}
        icon={<Icon aria-hidden="true" />}
        reason={may === true ? undefined : may}
        onSelect={() => act(id)}
      >
        <span className="flex justify-between gap-6">
          {action && ownWord(action.label, 'command')}
          {action?.keys[0] && <span className="text-muted text-xs">{caps(action.keys[0]).join(' ')}</span>}
        </span>
      </MenuItem>
    )
  }
  return (
    <>
      <Menu
        trigger={
          <Button size="sm" variant="ghost" title={t('More')} icon={<Ellipsis aria-hidden="true" />}>
            <span className="max-xl:sr-only">{t('More')}</span>
          </Button>
        }
      >
        <MenuItem icon={<History aria-hidden="true" />} onSelect={() => setChoosing(true)}>
          {t('Past runs')}
        </MenuItem>
        {LOOK.map(item)}
        <MenuItem icon={<ListTodo aria-hidden="true" />} onSelect={() => view.panel.set('setup')}>
          {t('Missing settings')}
        </MenuItem>
        <MenuSeparator />
        {EXPORT.map(item)}
      </Menu>
      <PastRunsDialog open={choosing} onClose={() => setChoosing(false)} />
    </>
  )
}
