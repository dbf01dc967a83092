import { useQuery } from '@tanstack/react-query'
import { FileCode, FileText, FileX, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { SKILLS } from '#contract/workflows/skill-values.ts'
import type { SkillDetail, SkillFile } from '#contract/workflows/skills.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatBytes } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Failure } from '#web/parts/workflows/forms/problems.tsx'
import { refreshSkills } from '#web/parts/workflows/skills/import-skill.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const ICONS = { text: FileText, script: FileCode, binary: FileX }
const kindText = (kind: SkillFile['kind']): string =>
  ({ text: '', script: ` · ${t('Script, not run here')}`, binary: ` · ${t('Not a text, agents can’t read it')}` })[kind]

type Open = { type: 'edit' | 'remove'; file: SkillFile } | { type: 'add' } | null

/** Everything in the folder besides SKILL.md. */
export function SkillFiles({ skill }: { skill: SkillDetail }) {
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">{t('Files')}</h2>
        <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setOpen({ type: 'add' })}>
          {t('Add file')}
        </Button>
      </div>
      {skill.items.length === 0 ? (
        <p className="text-muted">
          {t('No other files. Put details that aren’t always needed into files of their own.')}
        </p>
      ) : (
        <ul aria-label={t('Files')} className="surface-card divide-y divide-line">
          {skill.items.map((file) => (
            <FileRow
              key={file.path}
              file={file}
              onOpen={() => setOpen({ type: 'edit', file })}
              onRemove={() => setOpen({ type: 'remove', file })}
            />
          ))}
        </ul>
      )}
      {open?.type === 'add' && <EditFile skill={skill} path="" text="" onClose={close} />}
      {open?.type === 'edit' && <OpenFile skill={skill} file={open.file} onClose={close} />}
      {open?.type === 'remove' && <RemoveFile skill={skill} file={open.file} onClose={close} />}
    </section>
  )
}

function FileRow({ file, onOpen, onRemove }: { file: SkillFile; onOpen: () => void; onRemove: () => void }) {
  const { path, bytes, kind } = file
  const Icon = ICONS[kind]
  return (
    <li className="flex items-center gap-2 px-3 py-2">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        {kind === 'binary' ? (
          <span className="wrap-anywhere font-mono text-xs">{path}</span>
        ) : (
          <button
            type="button"
            onClick={onOpen}
            className="wrap-anywhere text-left font-mono text-indigo text-base underline underline-offset-3"
          >
            {path}
          </button>
        )}
        <p className="text-muted text-base">{`${formatBytes(bytes)}${kindText(kind)}`}</p>
      </div>
      <IconButton label={t('Remove {path}', { path })} size="sm" onClick={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  )
}

interface OfFile {
  skill: SkillDetail
  file: SkillFile
  onClose: () => void
}

function OpenFile({ skill, file, onClose }: OfFile) {
  const { data, error } = useQuery(q('getSkillFile', { params: { id: skill.id }, query: { path: file.path } }))
  if (data?.text !== null && data !== undefined)
    return <EditFile skill={skill} path={file.path} text={data.text} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={file.path}>
      {error ? <Callout tone="bad">{friendly(error)}</Callout> : <p role="status">{t('Loading...')}</p>}
    </Dialog>
  )
}

/** A text file, new where it has no path yet. */
function EditFile(props: { skill: SkillDetail; path: string; text: string; onClose: () => void }) {
  const { skill, onClose } = props
  const [path, setPath] = useState(props.path)
  const [text, setText] = useState(props.text)
  const isNew = props.path === ''
  const save = useAction(async () => {
    const { id, revision_id } = skill
    await call('updateSkill', { params: { id }, body: { revision_id, files: [{ path: path.trim(), text }] } })
    await refreshSkills()
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <Dialog open onClose={onClose} title={isNew ? t('Add a file') : props.path}>
      <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {isNew && (
          <TextField
            label={t('Path')}
            help={t('In the folder of the skill, such as references/fees.md.')}
            maxLength={SKILLS.path}
            value={path}
            onChange={({ target }) => setPath(target.value)}
          />
        )}
        <TextArea
          label={t('Content')}
          mono
          rows={14}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Failure error={save.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={path.trim() === ''} busy={save.busy && t('Saving...')}>
            {t('Save changes')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function RemoveFile({ skill, file, onClose }: OfFile) {
  const remove = useAction(async () => {
    const { id, revision_id } = skill
    await call('updateSkill', { params: { id }, body: { revision_id, remove: [file.path] } })
    await refreshSkills()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Remove “{path}”?', { path: file.path })}
      keep={t('Keep it')}
      act={t('Remove')}
      busy={remove.busy && t('Removing...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      {t('Agents that use the skill keep the file until you update them.')}
    </ConfirmDialog>
  )
}
