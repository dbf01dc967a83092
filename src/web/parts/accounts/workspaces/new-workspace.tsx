import type { FormEvent } from 'react'
import { WORKSPACES } from '#contract/accounts/workspace-values.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { openWorkspace } from '#web/lib/workspace.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { type Rule, useField } from '#web/ui/forms/use-field.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

export const workspaceNameRule: Rule = (value) => {
  if (value.trim() === '') return t('Enter a name')
  return value.trim().length > WORKSPACES.name_chars ? t('Use a shorter name') : undefined
}

/** A workspace is made from its name alone. It opens when it is there. */
export function NewWorkspace({ onClose }: { onClose: () => void }) {
  const name = useField(workspaceNameRule)
  const create = useAction(async () => {
    try {
      const { slug } = await call('createWorkspace', { body: { name: name.value.trim() } })
      openWorkspace(slug)
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem('name') : undefined
      if (problem !== undefined) return name.refuse(problem)
      throw error
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.check()) void create.run()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={t('New workspace')}
      description={t(
        'A workspace has its own services, runs, credits and people. What you have in your personal space stays there.',
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form="new-workspace" variant="primary" busy={create.busy && t('Creating...')}>
            {t('Create workspace')}
          </Button>
        </>
      }
    >
      <form id="new-workspace" noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          {...name.input}
          label={t('Name')}
          help={t('The name of your practice, firm or team')}
          maxLength={WORKSPACES.name_chars}
        />
        {create.error !== null && <Callout tone="bad">{friendly(create.error)}</Callout>}
      </form>
    </Dialog>
  )
}
