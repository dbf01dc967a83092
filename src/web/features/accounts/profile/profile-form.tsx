import { type FormEvent, useState } from 'react'
import type { User } from '#contract/accounts/users.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { nameRule } from '#web/parts/accounts/identity/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { BIO_MAX, bioRule, websiteRule } from './rules.ts'
import { showSaved } from './saved-user.ts'

/** Name, bio and website. What was typed stays when saving fails. */
export function ProfileForm({ user }: { user: User }) {
  const name = useField(nameRule, user.display_name)
  const bio = useField<HTMLTextAreaElement>(bioRule, user.bio ?? '')
  const website = useField(websiteRule, user.website_url ?? '')
  const [state, setState] = useState<{ busy?: true; saved?: true; failure?: string }>({})
  const fields = [name, bio, website]
  const wanted = {
    display_name: name.value.trim(),
    bio: bio.value.trim() === '' ? null : bio.value,
    website_url: website.value.trim() || null,
  }
  const changed =
    wanted.display_name !== user.display_name || wanted.bio !== user.bio || wanted.website_url !== user.website_url

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const fits = fields.toReversed().map((field) => field.check())
    if (state.busy || !changed || fits.includes(false)) return
    setState({ busy: true })
    try {
      const saved = await call('updateProfile', { body: wanted })
      name.set(saved.display_name)
      bio.set(saved.bio ?? '')
      website.set(saved.website_url ?? '')
      await showSaved(saved)
      setState({ saved: true })
    } catch (error) {
      const named = { website_url: website, bio, display_name: name }
      let shown = false
      for (const [key, field] of Object.entries(named)) {
        const problem = error instanceof ApiError ? error.problem(key) : undefined
        if (problem) field.refuse(problem)
        shown ||= problem !== undefined
      }
      setState(shown ? {} : { failure: friendly(error) })
    }
  }

  return (
    <Card>
      <CardHeader title={t('About you')} />
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        <TextField label={t('Name')} name="name" autoComplete="name" dir="auto" disabled={state.busy} {...name.input} />
        <TextArea
          label={t('Bio')}
          name="bio"
          optional
          dir="auto"
          help={t('{used} of {most} characters', { used: bio.value.length, most: BIO_MAX })}
          disabled={state.busy}
          {...bio.input}
        />
        <TextField
          label={t('Website')}
          name="website"
          type="url"
          inputMode="url"
          autoComplete="url"
          optional
          placeholder="https://"
          disabled={state.busy}
          {...website.input}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            disabled={!changed || fields.some((field) => field.error)}
            busy={state.busy && t('Saving...')}
          >
            {t('Save profile')}
          </Button>
          <span role="status" className="text-good text-xs">
            {state.saved && !changed ? t('Saved') : ''}
          </span>
        </div>
      </form>
    </Card>
  )
}
