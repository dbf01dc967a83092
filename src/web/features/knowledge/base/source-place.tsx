import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Folder } from 'lucide-react'
import { useState } from 'react'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { KnowledgeId } from '#contract/knowledge/bases.ts'
import type { SourceKindName } from '#contract/knowledge/knowledge-values.ts'
import type { SourcePlace } from '#contract/knowledge/sources.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { placeLabel, SERVICES } from './source-names.ts'

interface PlacesProps {
  base: KnowledgeId
  kind: SourceKindName
  credential: CredentialId
  onChosen: (place: Pick<SourcePlace, 'place' | 'name'>) => void
  onClose: () => void
}

/** Looks through the account for where a source begins. */
export function SourcePlaces({ base, kind, credential, onChosen, onClose }: PlacesProps) {
  const [path, setPath] = useState<readonly SourcePlace[]>([])
  const here = path.at(-1)
  const { data, error } = useQuery({
    queryKey: ['listSourcePlaces', base, kind, credential, here?.place ?? ''],
    queryFn: () =>
      call(
        'listSourcePlaces',
        { params: { id: base }, body: { kind, credential, within: here?.place } },
        { exact: true },
      ),
    retry: false,
  })
  const choose = (place: Pick<SourcePlace, 'place' | 'name'>) => {
    onChosen(place)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Choose from {app}', { app: SERVICES[kind] })}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          {kind !== 'notion' && (
            <Button
              variant="primary"
              disabled={!data}
              onClick={() => choose({ place: here?.place ?? '', name: here?.name ?? SERVICES[kind] })}
            >
              {here ? t('Choose “{name}”', { name: here.name }) : t('Choose everything')}
            </Button>
          )}
        </>
      }
    >
      {path.length > 0 && (
        <nav aria-label={placeLabel(kind)} className="mb-2 flex flex-wrap items-center gap-1 text-base">
          <Button size="sm" variant="ghost" onClick={() => setPath([])}>
            {SERVICES[kind]}
          </Button>
          {path.map((one, at) => (
            <span key={one.place} className="flex min-w-0 items-center gap-1">
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <Button size="sm" variant="ghost" onClick={() => setPath(path.slice(0, at + 1))}>
                <bdi className="wrap-anywhere">{one.name}</bdi>
              </Button>
            </span>
          ))}
        </nav>
      )}
      {error && <Callout tone="bad">{friendly(error)}</Callout>}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.places.length === 0 && <p className="text-muted">{t('There are no folders here.')}</p>}
      <ul className="divide-y divide-line">
        {data?.places.map((one) => (
          <li key={one.place} className="flex flex-wrap items-center justify-between gap-2 py-2">
            <span className="flex min-w-0 items-center gap-2">
              <Folder aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <bdi className="wrap-anywhere min-w-0">{one.name}</bdi>
            </span>
            <span className="flex gap-2">
              {one.opens && (
                <Button
                  size="sm"
                  aria-label={t('Open {name}', { name: one.name })}
                  onClick={() => setPath([...path, one])}
                >
                  {t('Open')}
                </Button>
              )}
              <Button size="sm" aria-label={t('Choose {name}', { name: one.name })} onClick={() => choose(one)}>
                {t('Choose')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {data && !data.complete && (
        <p className="mt-2 text-muted text-base">{t('There are more. Enter the one you need by hand.')}</p>
      )}
    </Dialog>
  )
}
