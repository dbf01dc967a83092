import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { PLUGINS } from '#contract/connectors/plugin-values.ts'
import { call, uploadTo } from '#web/api/call.ts'
import { useConfirmedAction } from '#web/features/connectors/plugins/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PackageFacts, StartResult } from './package-facts.tsx'
import { draftOf, PackageForm, settingsOf } from './package-form.tsx'
import {
  fieldProblems,
  keepPackage,
  type McpPackageCandidate,
  type McpPackageStart,
  packageFailure,
} from './package-queries.ts'

/** Installs a package that the admin names or has as a file. */
export function InstallPackage() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Install a package')}
      </Button>
      {open && <InstallDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function InstallDialog({ onClose }: { onClose: () => void }) {
  const [candidate, setCandidate] = useState<McpPackageCandidate | null>(null)
  if (candidate === null) return <CheckDialog onChecked={setCandidate} onClose={onClose} />
  return <AgreeDialog candidate={candidate} onClose={onClose} />
}

interface Given {
  name: string
  version: string
  file: File | null
}

/** Which package: it is fetched and read, and nothing is run or installed. */
function CheckDialog({
  onChecked,
  onClose,
}: {
  onChecked: (candidate: McpPackageCandidate) => void
  onClose: () => void
}) {
  const [way, setWay] = useState<'name' | 'file'>('name')
  const [given, setGiven] = useState<Given>({ name: '', version: '', file: null })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const missing = way === 'name' ? given.name.trim() === '' : given.file === null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || missing) return
    setBusy(true)
    setFailure(null)
    setProblems({})
    const version = given.version.trim()
    try {
      const { candidate } =
        way === 'file' && given.file
          ? await uploadTo('checkMcpPackageFile', given.file)
          : await call('checkMcpPackage', { body: { package: given.name.trim(), ...(version !== '' && { version }) } })
      onChecked(candidate)
    } catch (error) {
      setBusy(false)
      const named = way === 'name' ? fieldProblems(error) : null
      if (named && ('package' in named || 'version' in named)) setProblems(named)
      else setFailure(packageFailure(error))
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('Install a package')}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Segmented
          label={t('Where the package is')}
          value={way}
          disabled={busy}
          segments={[
            { value: 'name', label: t('On npm') },
            { value: 'file', label: t('In a file') },
          ]}
          onChange={(value) => setWay(value === 'file' ? 'file' : 'name')}
        />
        {way === 'name' ? (
          <NameFields {...{ given, problems, busy }} onGiven={setGiven} />
        ) : (
          <FileDrop
            label={t('Choose an archive')}
            accept=".tgz,.gz"
            maxBytes={PLUGINS.archive_bytes}
            help={t('One downloaded from another Chowk, or an npm package that carries its libraries (.tgz).')}
            file={given.file}
            disabled={busy}
            onFile={(file) => setGiven({ ...given, file })}
          />
        )}
        <p className="text-muted">
          {t('Chowk fetches the package with its libraries and reads its code. Nothing is started or installed yet.')}
        </p>
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={missing} busy={busy && t('Checking...')}>
            {t('Check')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface NameFieldsProps {
  given: Given
  problems: Readonly<Record<string, string>>
  busy: boolean
  onGiven: (given: Given) => void
}

const NameFields = ({ given, problems, busy, onGiven }: NameFieldsProps) => (
  <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
    <TextField
      label={t('Package')}
      placeholder="@modelcontextprotocol/server-everything"
      dir="ltr"
      maxLength={200}
      value={given.name}
      error={problems.package}
      disabled={busy}
      onChange={({ target }) => onGiven({ ...given, name: target.value })}
    />
    <TextField
      label={t('Version')}
      optional
      placeholder={t('Newest')}
      dir="ltr"
      maxLength={100}
      value={given.version}
      error={problems.version}
      disabled={busy}
      onChange={({ target }) => onGiven({ ...given, version: target.value })}
    />
  </div>
)

/** `@stripe/mcp` → `Stripe mcp`: a first name, to be changed. */
const nameOf = (name: string): string => {
  const words = name
    .replace(/^@/, '')
    .split(/[/._-]+/)
    .filter(Boolean)
    .join(' ')
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 80)
}

/** Shows what a package is, starts it once with the settings that are entered, and installs exactly that. */
function AgreeDialog({ candidate, onClose }: { candidate: McpPackageCandidate; onClose: () => void }) {
  const navigate = useNavigate()
  const { package: name, version, hash } = candidate
  const [draft, setDraft] = useState(draftOf({ name: nameOf(name), arguments: [], environment: [], hosts: [] }))
  const [start, setStart] = useState<McpPackageStart | null>(null)
  const seen = { package: name, version, hash }
  const [starting, confirmStart] = useConfirmedAction(async () => {
    const body = { ...seen, settings: settingsOf(draft) }
    setStart((await call('startMcpPackage', { body })).start)
  })
  const [agreeing, confirmInstall] = useConfirmedAction(async () => {
    const body = { ...seen, settings: settingsOf(draft) }
    const { package: made } = await call('installMcpPackage', { body })
    await keepPackage(made)
    notify({ type: 'success', title: t('The package was installed') })
    await navigate(paths.mcpPackage(made.id))
  })
  const error = agreeing.error ?? starting.error
  const problems = fieldProblems(error)
  return (
    <>
      <Dialog
        open
        size="lg"
        onClose={onClose}
        title={t('Install {name}', { name })}
        footer={
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button busy={starting.busy && t('Starting...')} onClick={() => void starting.run()}>
              {t('Start once')}
            </Button>
            <Button
              variant="primary"
              reason={start === null ? t('Start it once, to see what it offers.') : undefined}
              busy={agreeing.busy && t('Installing...')}
              onClick={() => void agreeing.run()}
            >
              {t('Agree and install')}
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PackageFacts facts={candidate} />
          <Callout tone="warn">
            {t(
              'Its code sees what people send its tools and the values below. Install it only if you trust its author.',
            )}
          </Callout>
          <PackageForm
            draft={draft}
            problems={problems ?? {}}
            named={{ hosts: candidate.named_hosts, variables: candidate.named_variables }}
            disabled={starting.busy || agreeing.busy}
            isNew
            onChange={(next) => {
              setDraft(next)
              // What was agreed to is what was started.
              setStart(null)
            }}
          />
          {start && <StartResult start={start} />}
          {error !== null && <Callout tone="bad">{packageFailure(error)}</Callout>}
        </div>
      </Dialog>
      {confirmStart}
      {confirmInstall}
    </>
  )
}
