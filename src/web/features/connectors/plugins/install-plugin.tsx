import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/call.ts'
import { uploadTo } from '#web/api/upload.ts'
import { CheckPackage } from '#web/features/connectors/packages/check-package.tsx'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { AgreeDialog } from './agree-dialog.tsx'
import type { PluginCandidate } from './plugin-queries.ts'

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
  if (candidate === null)
    return (
      <CheckPackage
        title={t('Install a plugin')}
        placeholder="@activepieces/piece-slack"
        words={t(
          'Chowk reads the plugin in a sandbox and shows what it asks for. Nothing is installed until you agree.',
        )}
        checkName={async (body) => setCandidate((await call('checkPlugin', { body })).candidate)}
        checkFile={async (file) => setCandidate((await uploadTo('checkPluginFile', file)).candidate)}
        onClose={onClose}
      />
    )
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
