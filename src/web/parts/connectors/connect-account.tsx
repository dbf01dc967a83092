import { type FormEvent, useState } from 'react'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { CredentialInput } from '#web/parts/accounts/credentials/credential-form.tsx'
import { type Credential, startConnecting } from '#web/parts/accounts/credentials/credentials-query.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AppLogo } from './app-logo.tsx'
import { type App, herePlace, openConsent, type SignInWay, webAddress } from './app-queries.ts'
import { developerPageOf } from './developer-pages.ts'
import { PermissionList } from './permissions.tsx'

const NAME_CHARS = 80

interface Sending {
  busy?: true
  failure?: string
  /** By field: `name`, or `fields.` and its name. */
  problems?: Readonly<Record<string, string>>
}

interface ConnectAccountProps {
  app: App
  /** The account that is signed in once more; a new one otherwise. */
  item?: Credential
  /** `here` leaves this page for that of the service; `tab` keeps what is being built. */
  consent: 'here' | 'tab'
  onKept?: (kept: Credential) => void
  onClose: () => void
}

/** What was refused, at its fields where it is about them. */
function sendingOf(error: unknown): Sending {
  const problems = error instanceof ApiError ? error.problems.filter(({ field }) => field !== undefined) : []
  if (problems.length === 0) return { failure: friendly(error) }
  return { problems: Object.fromEntries(problems.map(({ field = '', message }) => [field, message])) }
}

/** What is typed for one way to sign in, kept while another is looked at. */
function useSignIn({ app, item }: ConnectAccountProps) {
  const [chosen, setChosen] = useState(app.sign_in[0]?.id ?? '')
  const [name, setName] = useState(item?.name ?? app.name)
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const way = app.sign_in.find(({ id }) => id === chosen)
  const keyOf = (field: string) => `${chosen}.${field}`
  const enteredIn = (field: SignInWay['fields'][number]) =>
    values[keyOf(field.name)] ??
    (field.secret ? undefined : item?.shown[field.name]) ??
    (field.required ? field.options?.[0]?.value : undefined) ??
    ''
  const fields = way?.fields ?? []
  const given = Object.fromEntries(fields.map((one) => [one.name, enteredIn(one)]).filter(([, value]) => value !== ''))
  return {
    way,
    name,
    setName,
    fields,
    enteredIn,
    given: given as Record<string, string>,
    choose: setChosen,
    set: (field: string, value: string) => setValues({ ...values, [keyOf(field)]: value }),
    missing: way === undefined || name.trim() === '' || fields.some((one) => one.required && enteredIn(one) === ''),
  }
}

/** Connects an account at an app: what it may do there, how one signs in, and off to the service where that asks. */
export function ConnectAccount(props: ConnectAccountProps) {
  const { app, item, consent, onKept, onClose } = props
  const form = useSignIn(props)
  const [state, setState] = useState<Sending>({})
  const [kept, setKept] = useState<{ url: string } | null>(null)
  const { way } = form
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (form.missing || !way || state.busy) return
    setState({ busy: true })
    try {
      const body = { sign_in: way.id, name: form.name.trim(), fields: form.given }
      const { account } = item
        ? await call('replaceAppAccount', { params: { id: app.id, account: item.id }, body })
        : await call('createAppAccount', { params: { id: app.id }, body })
      await refresh('listCredentials', 'getIntegration', 'listIntegrations')
      onKept?.(account)
      if (account.status !== 'connecting') return onClose()
      if (consent === 'here') return await startConnecting(account.id, herePlace())
      const url = await openConsent(account.id)
      if (url === null) onClose()
      else setKept({ url })
    } catch (error) {
      setState(sendingOf(error))
    }
  }
  if (kept) return <Blocked app={app} url={kept.url} onClose={onClose} />
  const forget = (problem: string) => {
    const { [problem]: _, ...problems } = state.problems ?? {}
    setState({ problems })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <span className="flex items-center gap-2.5">
          <AppLogo logo={app.logo} name={app.name} className="size-5" />
          {item ? t('Connect “{name}” again', { name: item.name }) : t('Connect {app}', { app: app.name })}
        </span>
      }
    >
      <form
        noValidate
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
      >
        {state.failure && <Callout tone="bad">{state.failure}</Callout>}
        <Entered app={app} form={form} problems={state.problems ?? {}} forget={forget} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" busy={state.busy && t('Connecting...')} disabled={form.missing}>
            {way?.type === 'oauth2' ? t('Continue to {app}', { app: app.name }) : t('Connect')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What a person agrees to, and what they enter for it. */
function Entered({
  app,
  form,
  problems,
  forget,
}: {
  app: App
  form: ReturnType<typeof useSignIn>
  problems: Readonly<Record<string, string>>
  forget: (problem: string) => void
}) {
  const { way } = form
  const titles = new Map(way?.scopes.map(({ name, title }) => [name, title]))
  return (
    <>
      <PermissionList permissions={app.permissions} titles={titles} />
      {app.sign_in.length > 1 && (
        <Select
          label={t('How to sign in')}
          value={way?.id ?? ''}
          error={problems.sign_in}
          options={app.sign_in.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(event) => form.choose(event.target.value)}
        />
      )}
      <TextField
        label={t('Account name')}
        help={t('Shown in your steps, to tell accounts apart.')}
        dir="auto"
        maxLength={NAME_CHARS}
        value={form.name}
        error={problems.name}
        onChange={(event) => {
          form.setName(event.target.value)
          forget('name')
        }}
      />
      {way?.type === 'oauth2' && !way.registered && <OwnClient app={app} />}
      {form.fields.map((field) => (
        <CredentialInput
          key={`${way?.id} ${field.name}`}
          field={field}
          value={form.enteredIn(field)}
          error={problems[`fields.${field.name}`]}
          onChange={(value) => {
            form.set(field.name, value)
            forget(`fields.${field.name}`)
          }}
        />
      ))}
    </>
  )
}

/** What a person does where the operator has registered nothing: an application of their own at the service. */
function OwnClient({ app }: { app: App }) {
  const { name, url } = developerPageOf({ ...app, website: webAddress(app.website) })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Callout>
        {t('{app} isn’t set up on this installation, so you sign in with an application of your own.', {
          app: app.name,
        })}
      </Callout>
      <ol className="grid list-decimal grid-cols-[minmax(0,1fr)] gap-1.5 pl-5">
        <li>
          {t('Open the developer settings of {app} and create an OAuth application for the web.', { app: name })}{' '}
          {url !== null && (
            <TextLink href={url} external>
              {t('Open {app}', { app: name })}
            </TextLink>
          )}
        </li>
        <li>
          <p className="mb-1.5">{t('Enter this redirect URL there:')}</p>
          <CodeBlock code={app.redirect_url} label={t('Redirect URL')} />
        </li>
        <li>{t('Copy the client ID and the client secret from there to here.')}</li>
      </ol>
    </div>
  )
}

/** The browser kept the page of the service from opening. */
function Blocked({ app, url, onClose }: { app: App; url: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={t('Connect {app}', { app: app.name })}>
      <div className="grid gap-4">
        <p>{t('Your browser blocked the sign-in page. Open it here and come back when you’re done.')}</p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <LinkButton href={url} external variant="primary" onClick={onClose}>
            {t('Continue to {app}', { app: app.name })}
          </LinkButton>
        </div>
      </div>
    </Dialog>
  )
}
