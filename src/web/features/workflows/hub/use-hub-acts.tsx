import { type ReactNode, useState } from 'react'
import type { HubItem, HubPage } from '#contract/workflows/workflow-hub.ts'
import { refresh } from '#web/api/action.ts'
import { call, download } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { saveFile, toFileName } from '#web/lib/save-file.ts'
import { MoveDialog } from '#web/parts/accounts/transfers/move-dialog.tsx'
import { MakeAgent } from '#web/parts/agents/listing/make-agent.tsx'
import { notifyFailure } from '#web/parts/platform/presets.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'
import { DeleteWorkflows } from './delete-workflows.tsx'
import { MoveWorkflows, RenameWorkflow } from './hub-dialogs.tsx'
import type { HubAct } from './hub-menu.tsx'

type Named = Pick<HubItem, 'id' | 'name'>

const put = async ({ id }: Named, archived: boolean) => {
  await call('arrangeWorkflow', { params: { id }, body: { archived } })
  await refresh('listHub', 'listWorkflows')
}

/** Puts a workflow away, and offers to take it back. */
export async function archive(item: Named): Promise<void> {
  await put(item, true)
  notify({
    type: 'info',
    title: t('“{name}” archived', { name: item.name }),
    message: t('Its triggers are off. Everything else is kept.'),
    duration: 10_000,
    actions: [{ label: t('Undo'), onAction: () => void said(() => put(item, false)) }],
  })
}

export async function duplicate({ id }: Pick<HubItem, 'id'>): Promise<void> {
  const made = await call('duplicateWorkflow', { params: { id } })
  await refresh('listHub', 'listWorkflows')
  notify({ type: 'success', title: t('Copied as “{name}”', { name: made.name }) })
}

/** Saves a workflow as a file, as this product and others like it read it. */
export async function exportFile({ id, name }: Named): Promise<void> {
  const blob = await download('exportWorkflow', { params: { id } })
  saveFile(`${toFileName(name)}.chowk.json`, blob, 'application/json')
}

async function move({ id }: HubItem, folder: string): Promise<void> {
  await call('arrangeWorkflow', { params: { id }, body: { folder } })
  await refresh('listHub')
}

/** What cannot be done is said. */
export async function said(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    notifyFailure(error, { title: t('Something went wrong'), what: t('this workflow'), retry: () => void said(work) })
  }
}

/** The acts of the hub, and the question that is open for one of them. */
export function useHubActs(folders: HubPage['folders']): {
  act: (act: HubAct, item: HubItem) => void
  question: ReactNode
} {
  const [asked, setAsked] = useState<{ act: HubAct; item: HubItem } | null>(null)
  const close = () => setAsked(null)
  const act = (what: HubAct, item: HubItem) => {
    if (what === 'duplicate') void said(() => duplicate(item))
    else if (what === 'export') void said(() => exportFile(item))
    else if (what === 'archive') void said(() => archive(item))
    else if (what === 'restore') void said(() => put(item, false))
    else setAsked({ act: what, item })
  }
  const question = asked && (
    <>
      {asked.act === 'rename' && <RenameWorkflow item={asked.item} onClose={close} />}
      {asked.act === 'folder' && (
        <MoveWorkflows
          items={[asked.item]}
          folders={folders}
          onMove={(folder) => move(asked.item, folder)}
          onClose={close}
        />
      )}
      {asked.act === 'delete' && <DeleteWorkflows items={[asked.item]} onClose={close} />}
      {asked.act === 'move' && (
        <MoveDialog thing={{ kind: 'workflow', ...asked.item }} onMoved={() => {}} onClose={close} />
      )}
      {asked.act === 'agent' && <MakeAgent workflow={asked.item} onClose={close} />}
    </>
  )
  return { act, question }
}
