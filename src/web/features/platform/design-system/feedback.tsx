import { Cloud } from 'lucide-react'
import { useState } from 'react'
import {
  notifyAccessDenied,
  notifyAuthenticationRequired,
  notifyConnectionProblem,
  notifyInvalidField,
} from '#web/parts/platform/presets.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { showToast } from '#web/ui/overlays/toast-store.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Documents } from './documents.tsx'
import { Specimen } from './specimen.tsx'

function Floating() {
  const [open, setOpen] = useState<'dialog' | 'drawer' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('drawer')}>Open drawer</Button>
      <Button onClick={() => showToast('Setting up your account', 'Your account is being configured.')}>
        Show a toast
      </Button>
      <Button
        onClick={() =>
          notifyConnectionProblem(() => notify({ type: 'info', title: 'Trying again', message: 'Retry was pressed.' }))
        }
      >
        Connection Problem
      </Button>
      <Button onClick={() => notifyAuthenticationRequired()}>Authentication Required</Button>
      <Button onClick={() => notifyAccessDenied('this agent')}>Access Denied</Button>
      <Button onClick={() => notifyInvalidField('email', 'Please enter a valid email address')}>Invalid field</Button>
      <Button onClick={() => notify({ type: 'success', title: 'Deployed', message: 'The service is running.' })}>
        Notify of a success
      </Button>
      <ConfirmDialog
        open={open === 'dialog'}
        onClose={close}
        title="Remove the service?"
        keep="Cancel"
        act="Remove"
        busy={false}
        onAct={close}
        failure={false}
      >
        <p>Its 12 runs stay; its schedule is lost. A destructive act asks once and names what is lost.</p>
      </ConfirmDialog>
      <Drawer open={open === 'drawer'} onClose={close} title="Navigation">
        What the page has no room for on a phone.
      </Drawer>
    </>
  )
}

export function Feedback() {
  return (
    <>
      <Specimen name="ConfirmDialog, Dialog, Drawer, Toast, Notification">
        <Floating />
      </Specimen>
      <Specimen name="SidePanel">
        <Documents />
      </Specimen>
      <Specimen name="Callout">
        <div className="grid w-full max-w-xl gap-3">
          <Callout tone="bad">Incorrect password. Please try again.</Callout>
          <Callout tone="warn" title="Test payments">
            No money moves here.
          </Callout>
          <Callout tone="good">Saved.</Callout>
          <Callout title="Draft for review by a qualified professional" />
        </div>
      </Specimen>
      <Specimen name="Waiting">
        <div className="grid w-full max-w-md gap-4">
          <ProgressBar label="Reading page 3 of 8" value={0.38} detail="₹0.40 so far" />
          <ProgressBar label="Asking the model" />
          <Skeleton />
          <Spinner />
        </div>
      </Specimen>
      <Specimen name="EmptyState">
        <div className="w-full">
          <EmptyState
            icon={<Cloud aria-hidden="true" />}
            title="No services yet"
            action={
              <LinkButton href={paths.marketplace()} variant="primary">
                Find an agent
              </LinkButton>
            }
          >
            Deploy an agent and it shows up here, with its runs, settings and ways to call it.
          </EmptyState>
        </div>
      </Specimen>
      <Specimen name="ErrorState">
        <div className="w-full">
          <ErrorState title="Agents couldn’t be loaded" onRetry={() => {}}>
            The rest of the page works. Try again in a moment.
          </ErrorState>
        </div>
      </Specimen>
    </>
  )
}
