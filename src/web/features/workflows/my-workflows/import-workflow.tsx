import { useQuery } from '@tanstack/react-query'
import { FileSearch } from 'lucide-react'
import { type FormEvent, Suspense, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import type { ParsedWorkflow } from '#contract/workflows/transfer.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { credentialsQuery } from '#web/parts/accounts/credentials/credentials-query.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { FileDrop } from '#web/ui/forms/file-drop.tsx'
import { TextArea } from '#web/ui/forms/text-area.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type ChosenAccounts, ImportAccounts, neededApps } from './import-accounts.tsx'

// What an import says in Hindi is in the texts of the designer, which only who imports fetches.
const ImportPreview = lazyPart(
  () => import('./import-preview.tsx'),
  (m) => m.ImportPreview,
)

interface Looked {
  source: string
  workflows: ParsedWorkflow[]
}

/** A file, a text or an address in, a look at what it would become, and only then a workflow. */
export function ImportWorkflow() {
  const [looked, setLooked] = useState<Looked | null>(null)
  const [text, setText] = useState('')
  const [address, setAddress] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const look = useAction(async () => {
    const source = await sourceOf({ file, text, address })
    const { workflows } = await call('parseWorkflow', { body: { source } })
    setLooked({ source, workflows })
    requestAnimationFrame(() => heading.current?.focus())
  })
  if (looked) return <Save looked={looked} heading={heading} onBack={() => setLooked(null)} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void look.run()
  }
  const pasted = text.trim() !== ''
  const nothing = file === null && !pasted && address.trim() === ''
  return (
    <form onSubmit={submit} className="grid max-w-3xl gap-5">
      <FileDrop
        label={t('Choose a file')}
        accept=".json"
        maxBytes={SERVER_LIMITS.import_bytes}
        help={t('A workflow exported from Chowk or n8n.')}
        file={file}
        onFile={setFile}
      />
      <TextArea
        label={t('Or paste JSON')}
        mono
        rows={8}
        value={text}
        spellCheck={false}
        disabled={file !== null}
        help={file ? t('Remove the file to paste JSON instead.') : t('The complete JSON.')}
        onChange={(event) => setText(event.target.value)}
      />
      <TextField
        label={t('Or enter a URL')}
        type="url"
        inputMode="url"
        value={address}
        maxLength={2000}
        disabled={file !== null || pasted}
        placeholder="https://"
        help={
          file !== null || pasted
            ? t('Remove the file or JSON above to use a URL instead.')
            : t('A public file or its GitHub page. It’s fetched once.')
        }
        onChange={(event) => setAddress(event.target.value)}
      />
      {look.error !== null && <Callout tone="bad">{friendly(look.error)}</Callout>}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          icon={<FileSearch aria-hidden="true" />}
          busy={look.busy && t('Reading...')}
          reason={nothing ? t('Choose a file, paste JSON or enter a URL') : undefined}
        >
          {t('Preview')}
        </Button>
        <p className="text-muted text-base">{t('Nothing is run or saved until you confirm.')}</p>
      </div>
    </form>
  )
}

/** The source of the preview: the file, otherwise the text, otherwise the address. */
async function sourceOf({
  file,
  text,
  address,
}: {
  file: File | null
  text: string
  address: string
}): Promise<string> {
  if (file) return file.text()
  if (text.trim() !== '') return text
  const { source } = await call('fetchWorkflowFile', { body: { address: address.trim() } })
  return source
}

/** They have no ids yet; each begins with a trigger of its own. */
const keyOf = ({ name, report }: ParsedWorkflow) => `${name} ${report.steps.map(({ node }) => node).join(' ')}`

interface SaveProps {
  looked: Looked
  heading: React.RefObject<HTMLHeadingElement | null>
  onBack: () => void
}

function Save({ looked, heading, onBack }: SaveProps) {
  const navigate = useNavigate()
  const { source, workflows } = looked
  const [name, setName] = useState(workflows[0]?.name ?? '')
  const [chosen, setChosen] = useState<Readonly<Record<string, CredentialId | null>>>({})
  const { data: credentials } = useQuery(credentialsQuery)
  const apps = neededApps(workflows)
  const accounts: ChosenAccounts = Object.fromEntries(
    apps.flatMap(({ app }) => {
      // The only account at an app is taken unless another choice is made.
      const own = credentials?.items.filter(({ connector }) => connector === app) ?? []
      const id = chosen[app] === undefined && own.length === 1 ? own[0]?.id : chosen[app]
      return id ? [[app, id]] : []
    }),
  )
  const save = useAction(async () => {
    const body = { source, ...(name.trim() !== '' && { name: name.trim() }), accounts }
    const made = await call('importWorkflow', { body })
    await refresh('listWorkflows', 'listHub')
    const [only, ...others] = made.workflows
    // One is what one wants to see; of several the list says which they are.
    await navigate(only && others.length === 0 ? paths.designer(only.workflow.id) : paths.workflows())
  })
  const count = workflows.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {count === 1 ? t('Preview') : t('It becomes {count} workflows, one per trigger', { count })}
      </h2>
      <Suspense fallback={<Spinner />}>
        {workflows.map((workflow) => (
          <ImportPreview key={keyOf(workflow)} workflow={workflow} titled={count > 1} />
        ))}
      </Suspense>
      <ImportAccounts
        apps={apps}
        chosen={accounts}
        onChoose={(app, id) => setChosen((before) => ({ ...before, [app]: id }))}
      />
      <form onSubmit={submit} className="grid max-w-xl gap-4 border-line border-t pt-5">
        <TextField
          label={count === 1 ? t('Name') : t('Name of the first workflow')}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.target.value)}
        />
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={save.busy && t('Importing...')}>
            {count === 1 ? t('Import') : t('Import all {count}', { count })}
          </Button>
          <Button onClick={onBack}>{t('Back')}</Button>
        </div>
      </form>
    </div>
  )
}
