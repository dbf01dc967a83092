import { Fragment, type ReactNode, useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

export interface AccessRowProps {
  name: string
  /** What it may do. */
  scopes: readonly string[]
  /** Behind the scopes, such as that it is over. */
  state?: ReactNode
  /** A line of its own. */
  about?: string
  /** In small print, with dots between. */
  facts: readonly ReactNode[]
  /** Ends the access: the button, and what it asks first. */
  end: {
    label: string
    /** What the button is called where people can’t see the row. */
    name: string
    title: string
    /** Of the button in the dialog. */
    act: string
    busy: string
    warning: string
    run: () => Promise<void>
  }
}

/** What may act for an account, such as a key or an assistant, and the way to end that. */
export function AccessRow({ name, scopes, state, about, facts, end }: AccessRowProps) {
  const [asking, setAsking] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="grid min-w-0 grow basis-60 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere font-medium" dir="auto">
            {name}
          </span>
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
          {state}
        </p>
        {about !== undefined && <p className="wrap-anywhere text-base">{about}</p>}
        <p className="flex flex-wrap gap-x-2 text-muted text-base">
          {facts.map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts keep their order
            <Fragment key={at}>
              {at > 0 && <span aria-hidden="true">·</span>}
              <span className="wrap-anywhere">{fact}</span>
            </Fragment>
          ))}
        </p>
      </div>
      <Button size="sm" aria-label={end.name} onClick={() => setAsking(true)}>
        {end.label}
      </Button>
      {asking && <EndAccess {...end} onClose={() => setAsking(false)} />}
    </li>
  )
}

/** When it acted for the account last. */
export const LastUsed = ({ at }: { at: string | null }) =>
  at === null ? (
    t('never used')
  ) : (
    <>
      {t('last used')} <RelativeTime time={at} />
    </>
  )

function EndAccess({ title, act, busy, warning, run, onClose }: AccessRowProps['end'] & { onClose: () => void }) {
  const ending = useAction(async () => {
    await run()
    onClose()
  })
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      keep={t('Cancel')}
      act={act}
      busy={ending.busy && busy}
      onAct={() => void ending.run()}
      failure={ending.error !== null && friendly(ending.error)}
    >
      <p>{warning}</p>
    </ConfirmDialog>
  )
}
