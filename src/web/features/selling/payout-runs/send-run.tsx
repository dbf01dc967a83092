import { Download, Send } from 'lucide-react'
import { refresh, useAction } from '#web/api/action.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { NotConfirmed, useConfirmed } from '#web/parts/accounts/identity/confirm-identity.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** What is prepared goes to RazorpayX where that pays, or into a file for the bank. */
export function SendRun({ run }: { run: DataOf<'getPayoutRun'> }) {
  const [confirmed, dialog] = useConfirmed()
  const prepared = run.items.some(({ status }) => status === 'prepared')
  const byFile = prepared || run.items.some(({ status, way }) => status === 'sent' && way === 'bank_file')
  const asked = async (work: () => Promise<void>) => {
    try {
      await confirmed(work)
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error
    }
    await refresh('getPayoutRun', 'listPayoutRuns')
  }
  const save = useAction(() =>
    asked(async () => {
      const { name, csv } = await call('makeBankFile', { params: { id: run.id } })
      saveFile(name, csv, 'text/csv;charset=utf-8')
    }),
  )
  const send = useAction(() =>
    asked(async () => {
      await call('sendPayoutRun', { params: { id: run.id } })
    }),
  )
  const error = save.error ?? send.error
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant={prepared && run.way === 'bank_file' ? 'primary' : 'secondary'}
          icon={<Download aria-hidden="true" />}
          busy={save.busy && 'Creating file...'}
          reason={byFile ? undefined : 'This run has no file payouts'}
          onClick={() => void save.run()}
        >
          Bank file
        </Button>
        {run.way === 'razorpayx' && (
          <Button
            variant={prepared ? 'primary' : 'secondary'}
            icon={<Send aria-hidden="true" />}
            busy={send.busy && 'Sending...'}
            reason={prepared ? undefined : 'Nothing to pay in this run'}
            onClick={() => void send.run()}
          >
            Pay through RazorpayX
          </Button>
        )}
      </div>
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
      {dialog}
    </div>
  )
}
