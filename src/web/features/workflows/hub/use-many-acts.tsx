import { type ReactNode, useState } from 'react'
import type { HubItem, HubPage } from '#contract/workflows/workflow-hub.ts'
import { refresh } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { DeleteWorkflows } from './delete-workflows.tsx'
import { countWorkflows, forEachItem } from './for-each.ts'
import type { Chosen, ManyAct } from './hub-chosen.tsx'
import { MoveWorkflows } from './hub-dialogs.tsx'
import { exportFile } from './use-hub-acts.tsx'

type Named = Pick<HubItem, 'id' | 'name'>
type Change<T> = (item: T) => { folder: string } | { archived: boolean }

async function arrange<T extends Named>(items: readonly T[], change: Change<T>): Promise<T[]> {
  const done = await forEachItem(items, (item) =>
    call('arrangeWorkflow', { params: { id: item.id }, body: change(item) }),
  )
  await refresh('listHub', 'listWorkflows')
  return done
}

interface Arranged<T> {
  change: Change<T>
  back: Change<T>
  said: (workflows: string) => string
}

/** Changes all that are given, and offers to take it back. */
async function arrangeAll<T extends Named>(items: readonly T[], { change, back, said }: Arranged<T>): Promise<void> {
  const done = await arrange(items, change)
  if (done.length === 0) return
  notify({
    type: 'info',
    title: said(countWorkflows(done.length)),
    duration: 10_000,
    actions: [{ label: t('Undo'), onAction: () => void arrange(done, back) }],
  })
}

/** Puts several into the archive, or takes them out, and offers to take it back. */
export const archiveAll = (items: readonly Named[], on: boolean): Promise<void> =>
  arrangeAll(items, {
    change: () => ({ archived: on }),
    back: () => ({ archived: !on }),
    said: (workflows) => (on ? t('{workflows} archived', { workflows }) : t('{workflows} unarchived', { workflows })),
  })

const busyTexts = (): Record<Exclude<ManyAct, 'delete'>, string> => ({
  folder: t('Moving...'),
  export: t('Exporting...'),
  archive: t('Archiving...'),
  restore: t('Unarchiving...'),
})

/** What is done with all chosen workflows, and the question that is open for it. */
export function useManyActs(
  chosen: Chosen,
  folders: HubPage['folders'],
): { act: (act: ManyAct) => void; busy: string | false; question: ReactNode } {
  const [asking, setAsking] = useState<'folder' | 'delete' | null>(null)
  const [busy, setBusy] = useState<string | false>(false)
  const during = async (
    what: keyof ReturnType<typeof busyTexts>,
    work: (items: readonly HubItem[]) => Promise<unknown>,
  ) => {
    setBusy(busyTexts()[what])
    await work(chosen.items)
    setBusy(false)
    if (what !== 'export') chosen.all(false)
  }
  const act = (what: ManyAct) => {
    if (what === 'folder' || what === 'delete') setAsking(what)
    else if (what === 'export') void during(what, (items) => forEachItem(items, exportFile))
    else void during(what, (items) => archiveAll(items, what === 'archive'))
  }
  const move = (folder: string) =>
    during('folder', (items) =>
      arrangeAll(items, {
        change: () => ({ folder }),
        back: (item) => ({ folder: item.folder }),
        said: (workflows) =>
          folder === ''
            ? t('{workflows} removed from their folders', { workflows })
            : t('{workflows} moved to “{folder}”', { workflows, folder }),
      }),
    )
  const close = () => setAsking(null)
  const question =
    asking === 'folder' ? (
      <MoveWorkflows items={chosen.items} folders={folders} onMove={move} onClose={close} />
    ) : (
      asking === 'delete' && <DeleteWorkflows items={chosen.items} onClose={close} />
    )
  return { act, busy, question }
}
