/** The open workflow as a file to keep: its own format, a picture, a drawing or a page. */

import type { WorkflowId } from '#contract/core/primitives.ts'
import { download } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import { saidOfAll } from '#web/canvas/services/analysis/said.ts'
import { whenSaved } from '#web/canvas/services/sync/when-saved.ts'
import type { ActionContext } from '#web/canvas/tools/actions/action.ts'
import { t } from '#web/lib/language.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { iconMarkup, logoMarkup } from './export-icons.tsx'
import { type Drawing, drawWorkflow } from './export-svg.ts'

export type FileKind = 'json' | 'png' | 'svg' | 'markdown'

/** Larger pictures are refused by browsers, in px. */
const MOST = { side: 12_000, area: 64_000_000 }
const SHARP = 2

const fileName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '') || 'workflow'

async function presentations({ draft }: ActionContext) {
  return saidOfAll((await ask('analyse', draft.document.get())).presentations)
}

async function draw(context: ActionContext): Promise<Drawing> {
  const document = context.draft.document.get()
  const seen = await presentations(context)
  const icons = iconMarkup(Object.values(seen).map(({ icon }) => icon))
  const logos = await logoMarkup(document.nodes)
  const [{ name }, closedLoops] = [context.view.about.get(), context.view.closedLoops.get()]
  return drawWorkflow({ name, document, presentations: seen, icons, logos, closedLoops })
}

/** Sharp on good screens, and smaller only where a browser could not hold it. */
const scaleOf = ({ width, height }: { width: number; height: number }): number =>
  Math.min(SHARP, MOST.side / width, MOST.side / height, Math.sqrt(MOST.area / (width * height)))

/** @throws Error in words */
async function png(picture: Drawing): Promise<Blob> {
  const scale = scaleOf(picture)
  const url = URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) return blob
    throw new Error(t('The picture is too large for this browser. Export as SVG instead.'))
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** The server packs the file, as it was saved last: what is still on its way there is waited for. */
async function bundle({ draft }: ActionContext): Promise<Blob> {
  await whenSaved(draft)
  return download('exportWorkflow', { params: { id: draft.id as WorkflowId } }).catch((error: unknown) => {
    throw new Error(friendly(error))
  })
}

/** Makes the file and hands it to the browser. @throws Error in words */
export async function exportFile(kind: FileKind, context: ActionContext): Promise<void> {
  const { name, description } = context.view.about.get()
  const base = fileName(name)
  if (kind === 'json') saveFile(`${base}.chowk.json`, await bundle(context), 'application/json')
  else if (kind === 'svg') saveFile(`${base}.svg`, (await draw(context)).svg, 'image/svg+xml')
  else if (kind === 'png') saveFile(`${base}.png`, await png(await draw(context)), 'image/png')
  else {
    const input = {
      name,
      description,
      document: context.draft.document.get(),
      presentations: await presentations(context),
    }
    saveFile(`${base}.md`, await ask('page', input), 'text/markdown')
  }
  context.view.message.set({ text: t('Exported “{name}”', { name }), tone: 'info' })
}
