import { type FormEvent, useState } from 'react'
import { PLUGINS } from '#contract/connectors/plugin-values.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { fieldProblems, packageFailure } from './package-failure.ts'

type Way = 'name' | 'file'
interface Given {
  name: string
  version: string
  file: File | null
}
type Problems = Readonly<Record<string, string>>

interface SourceProps {
  way: Way
  given: Given
  problems: Problems
  busy: boolean
  placeholder: string
  onWay: (way: Way) => void
  onGiven: (given: Given) => void
}

/** The name of a package, or the package. */
const Source = ({ way, given, problems, busy, placeholder, onWay, onGiven }: SourceProps) => (
  <>
    <Segmented
      label={t('Where the package is')}
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
          placeholder={placeholder}
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

interface Props {
  title: string
  placeholder: string
  /** What checking does, in a sentence. */
  words: string
  checkName: (wanted: { package: string; version?: string }) => Promise<void>
  checkFile: (file: File) => Promise<void>
  onClose: () => void
}

/** Which package: it is fetched and looked into, and nothing is installed. */
export function CheckPackage({ title, placeholder, words, checkName, checkFile, onClose }: Props) {
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
      const version = given.version.trim()
      if (way === 'file' && given.file) await checkFile(given.file)
      else await checkName({ package: given.name.trim(), ...(version !== '' && { version }) })
    } catch (error) {
      setBusy(false)
      const named = way === 'name' ? fieldProblems(error) : null
      if (named && ('package' in named || 'version' in named)) setProblems(named)
      else setFailure(packageFailure(error))
    }
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)} className="grid gap-5">
        <Source {...{ way, given, problems, busy, placeholder }} onWay={setWay} onGiven={setGiven} />
        <p className="text-muted">{words}</p>
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
