import type { WorkflowNode } from '#graph/document.ts'
import { isOfApp } from '#web/canvas/model/graph/app-step.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { AppIcon } from './app-card.tsx'
import { brandOf } from './brand-logos.ts'
import { NodeIcon } from './node-icon.tsx'

interface Props {
  node: Pick<WorkflowNode, 'type' | 'config'>
  /** The icon of its type. */
  icon: string | undefined
  /** The size. */
  className: string
  /** The colour of an icon that is no logo. */
  ink?: string
}

/** The logo of the app or service that a step works with, else the icon of its type. */
export function StepIcon({ node, icon, className, ink = 'text-muted' }: Props) {
  if (isOfApp(node.type)) return <AppIcon node={node} className={className} />
  const brand = brandOf(node)
  if (brand) return <AppLogo logo={brand} className={className} />
  return <NodeIcon name={icon} className={`shrink-0 ${className} ${ink}`} />
}
