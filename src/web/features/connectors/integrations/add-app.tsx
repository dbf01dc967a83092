import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { refresh } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

type Way = 'address' | 'document'
const MOST_CHARS = 900_000

/** Makes an app of an API document that the person has. */
export function AddApp() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Plus aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('Add an app')}
      </Button>
      {open && <AddAppDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const add = (way: Way, given: string, name: string) => {
  const named = name.trim() === '' ? {} : { name: name.trim() }
  return call('importIntegration', {
    body: way === 'address' ? { ...named, url: given.trim() } : { ...named, document: given },
  })
}

interface SourceProps {
  way: Way
  given: Record<Way, string>
  tooLong: boolean
  onWay: (way: Way) => void
  onGiven: (given: Record<Way, string>) => void
}

/** Where the document is, or the document. */
const Source = ({ way, given, tooLong, onWay, onGiven }: SourceProps) => (
  <>
    <Segmented
      label={t('Where the document is')}
      value={way}
      segments={[
        { value: 'address', label: t('At an address') },
        { value: 'document', label: t('Paste it') },
      ]}
      onChange={(value) => onWay(value === 'document' ? 'document' : 'address')}
    />
    {way === 'address' ? (
      <TextField
        label={t('Address of the document')}
        type="url"
        placeholder="https://api.example.com/openapi.json"
        maxLength={2000}
        value={given.address}
        onChange={({ target }) => onGiven({ ...given, address: target.value })}
      />
    ) : (
      <TextArea
        label={t('Document')}
        help={t('JSON or YAML, up to 900,000 characters. Use an address for a larger one.')}
        rows={8}
        mono
        dir="ltr"
        value={given.document}
        error={tooLong ? t('This document is too long. Use an address for it.') : undefined}
        onChange={({ target }) => onGiven({ ...given, document: target.value })}
      />
    )}
  </>
)

function AddAppDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [way, setWay] = useState<Way>('address')
  const [given, setGiven] = useState<Record<Way, string>>({ address: '', document: '' })
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const tooLong = way === 'document' && given.document.length > MOST_CHARS
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || tooLong || given[way].trim() === '') return
    setBusy(true)
    setFailure(null)
    try {
      const { integration, left_out } = await add(way, given[way], name)
      await refresh('listIntegrations')
      notify({
        type: 'success',
        title: t('The app was added'),
        ...(left_out.length > 0 && {
          message: t('{count} parts of the document can’t be used and were left out.', { count: left_out.length }),
        }),
      })
      await navigate(paths.integration(integration.id))
    } catch (error) {
      const problem = error instanceof ApiError ? (error.problem('url') ?? error.problem('document')) : undefined
      setFailure(problem ?? friendly(error))
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('Add an app')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
        <p className="text-muted">
          {t(
            'From an OpenAPI, Swagger or Google Discovery document. Each of its operations becomes an action that only you see.',
          )}
        </p>
        <Source {...{ way, given, tooLong }} onWay={setWay} onGiven={setGiven} />
        <TextField
          label={t('Name')}
          optional
          help={t('As the document names it when empty.')}
          dir="auto"
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {failure !== null && <Callout tone="bad">{failure}</Callout>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy && t('Reading...')}
            disabled={tooLong || given[way].trim() === ''}
          >
            {t('Add the app')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
