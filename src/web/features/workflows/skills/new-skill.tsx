import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { SKILLS } from '#contract/workflows/skill-values.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Failure } from '#web/parts/workflows/forms/problems.tsx'
import { refreshSkills } from '#web/parts/workflows/skills/import-skill.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

const named = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

const textOf = (name: string, description: string): string =>
  `---\nname: ${JSON.stringify(named(name))}\ndescription: ${JSON.stringify(description.replace(/\s+/g, ' ').trim())}\n---\n\n# ${name.trim()}\n\n`

/** Makes a skill with a name and a description, and opens it. */
export function NewSkill() {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const make = useAction(async () => {
    const { id } = await call('createSkill', { body: { text: textOf(name, description) } })
    await refreshSkills()
    await navigate(paths.skill(id))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void make.run()
  }
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('New skill')}
      </Button>
      {open && (
        <Dialog open onClose={() => setOpen(false)} title={t('New skill')}>
          <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
            <TextField
              label={t('Name')}
              help={t('Lower-case letters, digits and hyphens, such as refund-letters.')}
              maxLength={SKILLS.name}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            <TextArea
              label={t('Description')}
              help={t('What it is for and when to use it. Agents decide by this text whether to read the skill.')}
              maxLength={SKILLS.description}
              value={description}
              onChange={({ target }) => setDescription(target.value)}
            />
            <Failure error={make.error} />
            <div className="flex justify-end gap-2">
              <Button onClick={() => setOpen(false)}>{t('Cancel')}</Button>
              <Button type="submit" variant="primary" busy={make.busy && t('Creating...')}>
                {t('Create')}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  )
}
