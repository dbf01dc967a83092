import type { FormEvent } from 'react'
import { WORKSPACE_SLUG, WORKSPACES } from '#contract/accounts/workspace-values.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, session } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { workspaceNameRule } from '#web/parts/accounts/workspaces/new-workspace.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'

const slugRule: Rule = (value) =>
  WORKSPACE_SLUG.test(value) && value.length <= WORKSPACES.slug_chars
    ? undefined
    : t('Use small letters, digits and hyphens between them')

/** The name that people read, and the one in addresses. */
export function Rename({ workspace }: { workspace: { id: string; name: string; slug: string } }) {
  const name = useField(workspaceNameRule, workspace.name)
  const slug = useField(slugRule, workspace.slug)
  const save = useAction(async () => {
    const body = { name: name.value.trim(), slug: slug.value }
    try {
      await call('updateWorkspace', { params: { id: workspace.id }, body })
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem('slug') : undefined
      if (problem !== undefined) return slug.refuse(problem)
      throw error
    }
    // Another address is another page.
    if (body.slug !== workspace.slug) return window.location.replace(`/w/${body.slug}${paths.workspace()}`)
    await session.refresh()
    notify({ type: 'success', title: t('Saved') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if ([name.check(), slug.check()].every(Boolean)) void save.run()
  }
  return (
    <Card>
      <CardHeader title={t('Name and address')}>{t('Links with the old address stop working.')}</CardHeader>
      <form noValidate onSubmit={submit} className="grid max-w-xl gap-4">
        <TextField {...name.input} label={t('Name')} maxLength={WORKSPACES.name_chars} />
        <TextField {...slug.input} label={t('Address')} help={`${window.location.origin}/w/${slug.value}`} />
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <Button className="w-fit" type="submit" busy={save.busy && t('Saving...')}>
          {t('Save')}
        </Button>
      </form>
    </Card>
  )
}
