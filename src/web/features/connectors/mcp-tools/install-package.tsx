import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { uploadTo } from '#web/api/upload.ts'
import { CheckPackage } from '#web/features/connectors/packages/check-package.tsx'
import { fieldProblems, packageFailure } from '#web/features/connectors/packages/package-failure.ts'
import { useConfirmedAction } from '#web/features/connectors/packages/use-confirmed-action.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { PackageFacts, StartResult } from './package-facts.tsx'
import { draftOf, PackageForm, settingsOf } from './package-form.tsx'
import { keepPackage, type McpPackageCandidate, type McpPackageStart } from './package-queries.ts'

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
  if (candidate === null)
    return (
      <CheckPackage
        title={t('Install a package')}
        placeholder="@modelcontextprotocol/server-everything"
        words={t(
          'Chowk fetches the package with its libraries and reads its code. Nothing is started or installed yet.',
        )}
        checkName={async (body) => setCandidate((await call('checkMcpPackage', { body })).candidate)}
        checkFile={async (file) => setCandidate((await uploadTo('checkMcpPackageFile', file)).candidate)}
        onClose={onClose}
      />
    )
  return <AgreeDialog candidate={candidate} onClose={onClose} />
}

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
