import { Download, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { SKILLS } from '#contract/workflows/skill-values.ts'
import type { SkillDetail, SkillId } from '#contract/workflows/skills.ts'
import { useAction } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Failure } from '#web/parts/workflows/forms/problems.tsx'
import { refreshSkills } from '#web/parts/workflows/skills/import-skill.tsx'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SkillFiles } from './skill-files.tsx'

const query = (id: string) => q('getSkill', { params: { id: id as SkillId } })

export const loader = ({ params }: ScreenArgs) => load(query(params.id ?? ''))

/** SKILL.md and the files of a skill, and which agents use it. */
export function Component() {
  const { id = '' } = useParams()
  const skill = useData(query(id))
  return (
    <Page title={skill.name} wide>
      <PageHeader
        title={<span className="wrap-anywhere">{skill.name}</span>}
        crumbs={[
          { label: t('Custom agents'), href: paths.customAgents() },
          { label: t('Skills'), href: paths.skills() },
        ]}
        actions={<SkillMenu skill={skill} />}
      >
        <bdi>{skill.description}</bdi>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <EditText key={skill.text} skill={skill} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6">
          <SkillFiles skill={skill} />
          <Uses skill={skill} />
        </div>
      </div>
    </Page>
  )
}

function EditText({ skill }: { skill: SkillDetail }) {
  const [text, setText] = useState(skill.text)
  const save = useAction(async () => {
    const { id, revision_id } = skill
    await call('updateSkill', { params: { id }, body: { revision_id, text } })
    await refreshSkills()
    notify({ type: 'success', title: t('The skill was saved') })
  })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <TextArea
        label="SKILL.md"
        help={t('Front matter with name and description, then the instructions.')}
        mono
        rows={22}
        spellCheck={false}
        maxLength={SKILLS.text}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Failure error={save.error} />
      <div className="flex justify-end gap-2">
        <Button disabled={text === skill.text} onClick={() => setText(skill.text)}>
          {t('Discard changes')}
        </Button>
        <Button
          variant="primary"
          disabled={text === skill.text}
          busy={save.busy && t('Saving...')}
          onClick={() => void save.run()}
        >
          {t('Save changes')}
        </Button>
      </div>
    </section>
  )
}

function Uses({ skill: { used_by } }: { skill: SkillDetail }) {
  return (
    <section className="grid gap-2">
      <h2 className="font-medium">{t('Used by')}</h2>
      {used_by.length === 0 ? (
        <p className="text-muted">{t('No agent uses this skill. Open a custom agent and add it under “Skills”.')}</p>
      ) : (
        <ul className="surface-card divide-y divide-line">
          {used_by.map(({ id, name, newest }) => (
            <li key={id} className="px-3 py-2">
              <TextLink href={paths.customAgent(id)}>
                <bdi className="wrap-anywhere">{name}</bdi>
              </TextLink>
              {!newest && (
                <p className="text-muted text-base">{t('Uses an earlier text. Update it under “Skills”.')}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SkillMenu({ skill }: { skill: SkillDetail }) {
  const [deleting, setDeleting] = useState(false)
  const save = useAction(async () => {
    const file = await download('exportSkill', { params: { id: skill.id } })
    saveFile(`${skill.name}.zip`, file, 'application/zip')
  })
  return (
    <>
      <Menu
        trigger={
          <IconButton label={t('More actions')}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        <MenuItem icon={<Download aria-hidden="true" />} onSelect={() => void save.run()}>
          {t('Export as ZIP')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden="true" />} onSelect={() => setDeleting(true)}>
          {t('Delete skill')}
        </MenuItem>
      </Menu>
      {deleting && <DeleteSkill skill={skill} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteSkill({ skill, onClose }: { skill: SkillDetail; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useAction(async () => {
    await call('deleteSkill', { params: { id: skill.id } })
    notify({ type: 'success', title: t('The skill was deleted') })
    await navigate(paths.skills())
    await refreshSkills()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('Delete “{name}”?', { name: skill.name })}
      keep={t('Keep it')}
      act={t('Delete')}
      busy={remove.busy && t('Deleting...')}
      onAct={() => void remove.run()}
      failure={remove.error !== null && friendly(remove.error)}
    >
      {t(
        'Drafts and published versions that use it keep their copy until you remove it from the draft or delete the workflow.',
      )}
    </ConfirmDialog>
  )
}
