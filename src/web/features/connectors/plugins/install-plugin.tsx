import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { PLUGINS } from '#contract/connectors/plugin-values.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call, uploadTo } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AgreeDialog } from './agree-dialog.tsx'
import { type PluginCandidate, pluginFailure } from './plugin-queries.ts'

/** Installs a plugin that the person names or has as a file. */
export function InstallPlugin() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Install a plugin')}
      </Button>
      {open && <InstallDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function InstallDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [candidate, setCandidate] = useState<PluginCandidate | null>(null)
  if (candidate === null) return <CheckDialog onChecked={setCandidate} onClose={onClose} />
  return (
    <AgreeDialog
      candidate={candidate}
      onClose={onClose}
      onDone={async (plugin) => {
        await navigate(paths.plugin(plugin.id))
      }}
    />
  )
}

type Way = 'name' | 'file'
interface Given {
  name: string
  version: string
  file: File | null
}
type Problems = Partial<Record<'package' | 'version', string | undefined>>

function check(way: Way, { name, version, file }: Given) {
  if (way === 'file' && file) return uploadTo('checkPluginFile', file)
  const wanted = version.trim()
  return call('checkPlugin', { body: { package: name.trim(), ...(wanted !== '' && { version: wanted }) } })
}

interface SourceProps {
  way: Way
  given: Given
  problems: Problems
  busy: boolean
  onWay: (way: Way) => void
  onGiven: (given: Given) => void
}

/** The name of a package, or the package. */
const Source = ({ way, given, problems, busy, onWay, onGiven }: SourceProps) => (
  <>
    <Segmented
      label={t('Where the plugin is')}
      value={way}
      disabled={busy}
      segments={[
        { value: 'name', label: t('On npm') },
        { value: 'file', label: t('In a file') },
      ]}
      onChange={(value) => onWay(value === 'file' ? 'file' : 'name')}
    />
    {way === 'name' ? (
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <TextField
          label={t('Package')}
          placeholder="@activepieces/piece-slack"
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
    ) : (
      <FileDrop
        label={t('Choose an archive')}
        accept=".tgz,.gz"
        maxBytes={PLUGINS.archive_bytes}
        help={t('One downloaded from another Chowk, or an npm package that carries its libraries (.tgz).')}
        file={given.file}
        disabled={busy}
        onFile={(file) => onGiven({ ...given, file })}
      />
    )}
  </>
)

/** Which package: it is fetched and looked into, and nothing is installed. */
function CheckDialog({ onChecked, onClose }: { onChecked: (candidate: PluginCandidate) => void; onClose: () => void }) {
  const [way, setWay] = useState<Way>('name')
  const [given, setGiven] = useState<Given>({ name: '', version: '', file: null })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const missing = way === 'name' ? given.name.trim() === '' : given.file === null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || missing) return
    setBusy(true)
    setFailure(null)
    setProblems({})
    try {
      onChecked((await check(way, given)).candidate)
    } catch (error) {
      setBusy(false)
      const named =
        error instanceof ApiError ? { package: error.problem('package'), version: error.problem('version') } : {}
      if (named.package !== undefined || named.version !== undefined) setProblems(named)
      else setFailure(pluginFailure(error))
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('Install a plugin')}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Source {...{ way, given, problems, busy }} onWay={setWay} onGiven={setGiven} />
        <p className="text-muted">
          {t('Chowk reads the plugin in a sandbox and shows what it asks for. Nothing is installed until you agree.')}
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
