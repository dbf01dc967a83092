import { type FormEvent, useId, useState } from 'react'
import type { HubItem, HubPage } from '#contract/workflows/workflow-hub.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

interface AskProps {
  title: string
  label: string
  help?: string
  value: string
  most: number
  /** Offered while typing. */
  known?: readonly string[]
  /** What the button reads. */
  done: string
  /** May be left empty. */
  optional?: boolean
  onAnswer: (value: string) => Promise<void>
  onClose: () => void
}

/** Asks for one line of text. */
function Ask({ title, label, help, value, most, known, done, optional, onAnswer, onClose }: AskProps) {
  const [text, setText] = useState(value)
  const [tried, setTried] = useState(false)
  const list = useId()
  const answer = useAction(async () => {
    await onAnswer(text.trim())
    onClose()
  })
  const missing = !optional && text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!missing) void answer.run()
  }
  return (
    <Dialog open onClose={onClose} title={title} size="sm">
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={label}
          help={help}
          value={text}
          maxLength={most}
          list={known ? list : undefined}
          autoComplete="off"
          error={tried && missing ? t('{label} is required', { label }) : undefined}
          onChange={(event) => setText(event.target.value)}
          ref={(field) => field?.select()}
        />
        {known && (
          <datalist id={list}>
            {known.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        )}
        {answer.error !== null && <Callout tone="bad">{friendly(answer.error)}</Callout>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={answer.busy && t('Saving...')}>
            {done}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export function RenameWorkflow({ item, onClose }: { item: Pick<HubItem, 'id' | 'name'>; onClose: () => void }) {
  const save = async (name: string) => {
    await call('arrangeWorkflow', { params: { id: item.id }, body: { name } })
    await refresh('listHub', 'listWorkflows', 'getWorkflow')
  }
  return (
    <Ask
      title={t('Rename')}
      label={t('Name')}
      value={item.name}
      most={120}
      done={t('Rename')}
      onAnswer={save}
      onClose={onClose}
    />
  )
}

interface MoveProps {
  items: readonly HubItem[]
  folders: HubPage['folders']
  onMove: (folder: string) => Promise<void>
  onClose: () => void
}

/** Asks for the folder of one workflow, or of several; begins with the one they are all in. */
export function MoveWorkflows({ items, folders, onMove, onClose }: MoveProps) {
  const [first, ...others] = items
  const now = first && others.every(({ folder }) => folder === first.folder) ? first.folder : ''
  return (
    <Ask
      title={
        items.length === 1 ? t('Move to a folder') : t('Move {count} workflows to a folder', { count: items.length })
      }
      label={t('Folder')}
      help={t('Choose a folder or enter a new name. Leave empty to remove it from its folder.')}
      value={now}
      most={60}
      known={folders.map(({ name }) => name)}
      done={t('Move')}
      optional
      onAnswer={onMove}
      onClose={onClose}
    />
  )
}

interface FolderProps {
  folder: string
  onRenamed: (name: string) => void
  onClose: () => void
}

export function RenameFolder({ folder, onRenamed, onClose }: FolderProps) {
  const save = async (to: string) => {
    await call('renameFolder', { body: { from: folder, to } })
    await refresh('listHub')
    onRenamed(to)
  }
  return (
    <Ask
      title={t('Rename folder')}
      label={t('Name')}
      help={t('Using an existing folder’s name merges both.')}
      value={folder}
      most={60}
      done={t('Rename')}
      onAnswer={save}
      onClose={onClose}
    />
  )
}
