import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransferKind } from '#contract/accounts/transfer-values.ts'
import type { NamedThing, Transfer, TransferPreview } from '#contract/accounts/transfers.ts'
import { WORKSPACE_SLUG, WORKSPACES } from '#contract/accounts/workspace-values.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Part, TransferFacts } from './transfer-preview.tsx'
import { kindName } from './transfer-texts.ts'

export interface MovingThing {
  kind: TransferKind
  id: string
  name: string
}

/** Values of the list of places that are no address. */
const PERSONAL = ' personal'
const OTHER = ' other'

const workspacesQuery = q('listWorkspaces', { query: {} })
const offersQuery = q('listTransfers', { query: { limit: 100 } })

/** Chooses where a thing moves, shows what that does, and does it or asks. @param onMoved after it is gone from here */
export function MoveDialog({
  thing,
  onMoved,
  onClose,
}: {
  thing: MovingThing
  onMoved: () => Promise<void> | void
  onClose: () => void
}) {
  const places = useQuery(workspacesQuery)
  const offers = useQuery(offersQuery)
  const error = places.error ?? offers.error
  const open = offers.data?.items.find(
    ({ status, direction, moves }) =>
      status === 'offered' && direction === 'out' && moves.some(({ id }) => id === thing.id),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Move “{name}” to another workspace', { name: thing.name })}
      description={t('It moves with its whole history.')}
    >
      {error !== null && <Callout tone="bad">{friendly(error)}</Callout>}
      {open ? (
        <Offered offer={open} onClose={onClose} />
      ) : (
        places.data &&
        offers.data && <MoveForm thing={thing} known={places.data.items} onMoved={onMoved} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** It waits for an answer, and can be taken back. */
function Offered({ offer, onClose }: { offer: Transfer; onClose: () => void }) {
  const cancel = useAction(async () => {
    await call('cancelTransfer', { params: { id: offer.id } })
    await refresh('listTransfers')
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Callout title={t('Offered to {workspace}', { workspace: offer.to.name })}>
        {t('It stays here until an owner or admin there accepts.')} {t('Expires')}{' '}
        <RelativeTime time={offer.expires_at} />
      </Callout>
      {cancel.error !== null && <Callout tone="bad">{friendly(cancel.error)}</Callout>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Close')}</Button>
        <Button busy={cancel.busy && t('Saving...')} onClick={() => void cancel.run()}>
          {t('Cancel offer')}
        </Button>
      </div>
    </div>
  )
}

interface FormProps {
  thing: MovingThing
  known: readonly { id: string; slug: string; name: string }[]
  onMoved: () => Promise<void> | void
  onClose: () => void
}

function MoveForm({ thing, known, onMoved, onClose }: FormProps) {
  const here = useUser()?.workspace
  const others = known.filter(({ id }) => id !== here?.id)
  const places = [
    { value: '', label: t('Choose a workspace'), disabled: true },
    ...(here ? [{ value: PERSONAL, label: t('Personal') }] : []),
    ...others.map(({ slug, name }) => ({ value: slug, label: name })),
    { value: OTHER, label: t('Another workspace…') },
  ]
  const [place, setPlace] = useState('')
  const [address, setAddress] = useState('')
  const slug = place === OTHER ? address.trim() : place
  const isChosen = place === PERSONAL || (WORKSPACE_SLUG.test(slug) && slug.length <= WORKSPACES.slug_chars)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Select label={t('Where to')} value={place} options={places} onChange={({ target }) => setPlace(target.value)} />
      {place === OTHER && (
        <TextField
          label={t('Address of the workspace')}
          help={t('What follows {address} in its pages. Its owners and admins are asked.', {
            address: `${window.location.origin}/w/`,
          })}
          value={address}
          maxLength={WORKSPACES.slug_chars}
          autoComplete="off"
          onChange={({ target }) => setAddress(target.value)}
        />
      )}
      {isChosen ? (
        <Chosen key={slug} thing={thing} to={place === PERSONAL ? null : slug} onMoved={onMoved} onClose={onClose} />
      ) : (
        <div className="flex justify-end">
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </div>
      )}
    </div>
  )
}

interface ChosenProps extends Pick<FormProps, 'thing' | 'onMoved' | 'onClose'> {
  to: string | null
}

/** Things that don’t move without a confirmation. */
const needsConfirmation = ({ moves }: TransferPreview) =>
  moves.some(({ kind }) => kind === 'credential' || kind === 'model')

/** What holds secrets, which only move when that was confirmed. */
const hasSecrets = (preview: TransferPreview) =>
  needsConfirmation(preview) ||
  preview.effects.some(({ effect }) => effect === 'channels_kept' || effect === 'channels_ended')

function Chosen({ thing, to, onMoved, onClose }: ChosenProps) {
  const [along, setAlong] = useState<readonly NamedThing[]>([])
  const [withSecrets, setWithSecrets] = useState(false)
  const things = [{ kind: thing.kind, id: thing.id }, ...along.map(({ kind, id }) => ({ kind, id }))]
  const body = { things, to, move_secrets: withSecrets }
  const { data, error, isFetching } = useQuery({
    queryKey: ['previewTransfer', body],
    queryFn: ({ signal }) => call('previewTransfer', { body }, { signal }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const move = useAction(async () => {
    const made = await call('createTransfer', { body })
    const name = made.to.slug === null ? t('Personal') : made.to.name
    onClose()
    if (made.status === 'done') {
      notify({ type: 'success', title: t('Moved to {workspace}', { workspace: name }) })
      await onMoved()
    } else
      notify({
        type: 'success',
        title: t('{workspace} was asked', { workspace: name }),
        message: t('Its owners and admins can accept within seven days.'),
      })
    // Lists and counts of many kinds are others now.
    await queryClient.invalidateQueries()
  })
  if (error !== null && !data) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Skeleton className="h-40" />
  const needsSecrets = hasSecrets(data)
  const blocked = data.refusals.length > 0 || (needsConfirmation(data) && !withSecrets) || isFetching
  const toggle = (one: NamedThing, on: boolean) =>
    setAlong(on ? [...along, one] : along.filter(({ id }) => id !== one.id))
  const offered = [...data.choices, ...along.filter(({ id }) => !data.choices.some((one) => one.id === id))]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Callout>
        {data.is_direct
          ? t('You can move things there yourself. It moves at once.')
          : t('Owners and admins of {workspace} have seven days to accept. Until then it stays here.', {
              workspace: data.to.name,
            })}
      </Callout>
      <TransferFacts
        preview={data}
        choices={
          offered.length > 0 && (
            <Part title={t('It uses these. Choose what moves along')}>
              <ul className="grid gap-2">
                {offered.map((one) => (
                  <li key={one.id}>
                    <Checkbox
                      label={
                        <>
                          {one.name} <span className="text-muted">{kindName(one.kind)}</span>
                        </>
                      }
                      checked={along.some(({ id }) => id === one.id)}
                      onChange={({ target }) => toggle(one, target.checked)}
                    />
                  </li>
                ))}
              </ul>
              <p className="mt-1.5 text-muted text-base">
                {t('What you leave stays here, and the workflow will ask for another one.')}
              </p>
            </Part>
          )
        }
      />
      {needsSecrets && (
        <Checkbox
          label={t('Move keys and passwords as well')}
          help={t('The other workspace can then act with these accounts. Nobody can read them there either.')}
          checked={withSecrets}
          onChange={({ target }) => setWithSecrets(target.checked)}
        />
      )}
      {move.error !== null && <Callout tone="bad">{friendly(move.error)}</Callout>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button variant="primary" disabled={blocked} busy={move.busy && t('Moving...')} onClick={() => void move.run()}>
          {data.is_direct ? t('Move') : t('Offer')}
        </Button>
      </div>
    </div>
  )
}
