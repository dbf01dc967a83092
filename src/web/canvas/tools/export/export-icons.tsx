import type { ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { WorkflowNode } from '#graph/document.ts'
import { actionOf, isOfApp } from '#web/canvas/model/graph/app-step.ts'
import { askAction } from '#web/canvas/services/queries/app-actions.ts'
import { type Brand, brandOf } from '#web/canvas/view/nodes/brand-logos.ts'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { logoColours } from '#web/parts/connectors/logo-colours.ts'
import type { Logo } from './export-cards.ts'
import { INK } from './export-parts.ts'

/** What is drawn inside pictures, by their keys: read from the pictures themselves, drawn where nobody sees them. */
function insideOf(pictures: ReadonlyMap<string, ReactElement>): Record<string, string> {
  const holder = document.createElement('div')
  const root = createRoot(holder)
  flushSync(() => root.render([...pictures].map(([key, picture]) => <span key={key}>{picture}</span>)))
  const serializer = new XMLSerializer()
  const drawn = [...holder.children].map((span) =>
    [...(span.firstElementChild?.children ?? [])]
      .map((part) => serializer.serializeToString(part).replace(' xmlns="http://www.w3.org/2000/svg"', ''))
      .join(''),
  )
  root.unmount()
  return Object.fromEntries([...pictures.keys()].map((key, at) => [key, drawn[at] ?? '']))
}

/** What is drawn inside the icons of nodes, by their names. */
export const iconMarkup = (names: readonly string[]): Record<string, string> =>
  insideOf(new Map(names.map((name) => [name, <NodeIcon key={name} name={name} />])))

/** The logo of what a step works with; without one that of its app is its first letter. */
async function logoOf(node: WorkflowNode): Promise<{ logo: Brand | null; name: string } | null> {
  const own = brandOf(node)
  if (own) return { logo: own, name: '' }
  if (!isOfApp(node.type)) return null
  const action = actionOf(node)
  const app = action === null ? null : (await askAction(action))?.integration
  return { logo: app?.logo ?? null, name: app?.name ?? '' }
}

/** The logos on the cards of steps, by the ids of these. */
export async function logoMarkup(nodes: readonly WorkflowNode[]): Promise<Record<string, Logo>> {
  const brands = await Promise.all(nodes.map(async (node) => [node.id, await logoOf(node)] as const))
  const known = new Map(brands.flatMap(([id, brand]) => (brand ? [[id, brand] as const] : [])))
  const markup = insideOf(new Map([...known].map(([id, brand]) => [id, <AppLogo key={id} {...brand} />])))
  return Object.fromEntries(
    [...known].map(([id, { logo }]) => {
      const colour = (logo && logoColours(logo.colour)?.light) ?? INK.muted
      return [id, { markup: markup[id] ?? '', colour }]
    }),
  )
}
