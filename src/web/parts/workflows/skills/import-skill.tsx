import { useState } from 'react'
import { SKILLS } from '#contract/workflows/skill-values.ts'
import type { Skill } from '#contract/workflows/skills.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { uploadDocument } from '#web/api/upload.ts'
import { t } from '#web/lib/language.ts'
import { Failure } from '#web/parts/workflows/forms/problems.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Lists and pages that a change of a skill changes. */
export const refreshSkills = () => refresh('listSkills', 'getSkill', 'getSkillFile')

interface ImportSkillProps {
  /** The skill is there now. */
  onImported: (skill: Skill) => void
  onClose: () => void
}

/** Takes a ZIP of a skill's folder or its SKILL.md, and says what of it won’t work here. */
export function ImportSkill({ onImported, onClose }: ImportSkillProps) {
  const [file, setFile] = useState<File | null>(null)
  const [notes, setNotes] = useState<readonly string[]>([])
  const load = useAction(async (replace: 'yes' | 'no') => {
    if (!file) return
    const made = await uploadDocument('importSkill', { query: { replace } }, file)
    await refreshSkills()
    onImported(made.skill)
    if (made.notes.length === 0) onClose()
    else setNotes(made.notes)
  })
  const isThere = load.error instanceof ApiError && load.error.code === 'already_exists'
  if (notes.length > 0)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('Skill imported')}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        }
      >
        <Callout tone="warn">
          <ul className="wrap-anywhere grid gap-2">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Callout>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Import a skill')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabled={!file}
            busy={load.busy && t('Importing...')}
            onClick={() => void load.run(isThere ? 'yes' : 'no')}
          >
            {isThere ? t('Replace it') : t('Import')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-muted">
          {t(
            'A ZIP of a folder with a SKILL.md, or the SKILL.md alone. Scripts are kept and exported with the skill, but they aren’t run here.',
          )}
        </p>
        <FileDrop
          label={t('Choose a file')}
          accept=".zip,.md"
          help={t('ZIP or SKILL.md')}
          maxBytes={SKILLS.bytes}
          file={file}
          onFile={(next) => setFile(next)}
        />
        <Failure error={load.error} />
        {isThere && (
          <p className="text-muted">
            {t('Replacing it changes nothing for agents that use it, until you update them.')}
          </p>
        )}
      </div>
    </Dialog>
  )
}
