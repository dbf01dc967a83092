import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { MCP_SERVERS } from '#contract/connectors/mcp-server-values.ts'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { startConnecting } from '#web/parts/accounts/credentials/credentials-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { KNOWN_SERVERS } from './known-servers.ts'

type Checked = DataOf<'checkMcpServer'>
type Problems = Readonly<Record<string, string>>

interface Entered {
  name: string
  url: string
  header: string
  value: string
  client_id: string
  client_secret: string
}

const EMPTY: Entered = { name: '', url: '', header: 'Authorization', value: '', client_id: '', client_secret: '' }

const problemsOf = (error: unknown): Problems | null => {
  const named = error instanceof ApiError ? error.problems.filter(({ field }) => field !== undefined) : []
  return named.length === 0 ? null : Object.fromEntries(named.map(({ field = '', message }) => [field, message]))
}

/** What a server needs besides its address. */
function bodyOf({ sign_in }: Checked, { name, url, header, value, client_id, client_secret }: Entered) {
  const body = { name: name.trim(), url: url.trim(), sign_in }
  if (sign_in === 'headers') return { ...body, headers: { [header.trim()]: value } }
  if (sign_in === 'oauth' && client_id.trim() !== '')
    return { ...body, client_id: client_id.trim(), ...(client_secret !== '' && { client_secret }) }
  return body
}

/** Connects a server in two steps: its address, then what it asks for. */
export function AddServer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [entered, setEntered] = useState(EMPTY)
  const [checked, setChecked] = useState<Checked | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const change = (part: Partial<Entered>) => {
    setEntered((now) => ({ ...now, ...part }))
    setProblems({})
    if (part.url !== undefined) setChecked(null)
  }
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const named = problemsOf(error)
      if (named) setProblems(named)
      else setFailure(friendly(error))
    }
    setBusy(false)
  }
  const check = () =>
    attempt(async () => {
      const found = await call('checkMcpServer', { body: { url: entered.url.trim() } })
      setChecked(found)
      // Many servers say their name only to those who are signed in.
      const name = (found.title.trim() || new URL(entered.url.trim()).host).slice(0, MCP_SERVERS.name_chars)
      setEntered((now) => (now.name.trim() === '' ? { ...now, name } : now))
    })
  const connect = (found: Checked) =>
    attempt(async () => {
      const { server } = await call('createMcpServer', { body: bodyOf(found, entered) })
      await refresh('listMcpServers')
      if (found.sign_in === 'oauth' && server.credential_id !== null)
        return startConnecting(server.credential_id as never, paths.mcpTools(server.id))
      onClose()
      await navigate(paths.mcpTools(server.id))
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void (checked ? connect(checked) : check())
  }
  const isMissing =
    entered.url.trim() === '' ||
    (checked !== null && entered.name.trim() === '') ||
    (checked?.sign_in === 'headers' && entered.value === '') ||
    (checked?.sign_in === 'oauth' && !checked.registers && entered.client_id.trim() === '')
  return (
    <Dialog open onClose={onClose} title={t('Connect an MCP server')}>
      <form noValidate autoComplete="off" onSubmit={submit} className="grid gap-5">
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
        <Address entered={entered} problems={problems} onChange={change} />
        {checked && (
          <>
            <TextField
              label={t('Name')}
              help={t('A name to recognise it by.')}
              dir="auto"
              maxLength={MCP_SERVERS.name_chars}
              value={entered.name}
              error={problems.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <SignIn checked={checked} entered={entered} problems={problems} onChange={change} />
          </>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabled={isMissing}
            busy={busy && (checked ? t('Connecting...') : t('Checking...'))}
          >
            {checked ? t('Connect') : t('Continue')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PartProps {
  entered: Entered
  problems: Problems
  onChange: (part: Partial<Entered>) => void
}

function Address({ entered, problems, onChange }: PartProps) {
  const known = KNOWN_SERVERS.find(({ url }) => url === entered.url)
  const take = (url: string) => {
    const found = KNOWN_SERVERS.find((one) => one.url === url)
    onChange({ url, name: found?.name ?? '', header: found?.header ?? EMPTY.header })
  }
  return (
    <>
      <Select
        label={t('Service')}
        value={known?.url ?? ''}
        onChange={(event) => take(event.target.value)}
        options={[
          { value: '', label: t('Another server') },
          ...KNOWN_SERVERS.map(({ name, url }) => ({ value: url, label: name })),
        ]}
      />
      <TextField
        label={t('Address')}
        help={t('Starts with https://. Its tools see what your workflows send them.')}
        type="url"
        placeholder="https://mcp.example.com/mcp"
        maxLength={2000}
        value={entered.url}
        error={problems.url && t(problems.url)}
        onChange={(event) => onChange({ url: event.target.value })}
      />
    </>
  )
}

function SignIn({ checked, entered, problems, onChange }: PartProps & { checked: Checked }) {
  if (checked.sign_in === 'none') return <Callout>{t('This server needs no sign-in.')}</Callout>
  if (checked.sign_in === 'headers')
    return (
      <>
        <Callout>{t('This server needs a key. You find it in the settings of the service.')}</Callout>
        <TextField
          label={t('Header')}
          value={entered.header}
          maxLength={100}
          error={problems.headers}
          onChange={(event) => onChange({ header: event.target.value })}
        />
        <PasswordField
          label={t('Value')}
          help={t('With the word Bearer in front where the service asks for it. It’s encrypted and never shown again.')}
          autoComplete="off"
          value={entered.value}
          onChange={(event) => onChange({ value: event.target.value })}
        />
      </>
    )
  if (checked.registers) return <Callout>{t('You’ll sign in on the page of the service and come back here.')}</Callout>
  return (
    <>
      <Callout>
        {t('This service needs an application of your own. Register one there and enter its client ID.')}
      </Callout>
      <TextField
        label={t('Client ID')}
        value={entered.client_id}
        maxLength={500}
        error={problems.client_id}
        onChange={(event) => onChange({ client_id: event.target.value })}
      />
      <PasswordField
        label={t('Client secret')}
        help={t('Leave empty for an application without a secret.')}
        autoComplete="off"
        value={entered.client_secret}
        onChange={(event) => onChange({ client_secret: event.target.value })}
      />
    </>
  )
}
