/** What the card of a step that runs an action of an app shows besides. */

import { KeyRound } from 'lucide-react'
import type { WorkflowNode } from '#graph/document.ts'
import { accountOf } from '#web/canvas/model/graph/app-step.ts'
import { useActionOf } from '#web/canvas/services/queries/app-actions.ts'
import { t } from '#web/lib/language.ts'
import { AppLogo } from '#web/parts/connectors/app-logo.tsx'
import { useNodeTone } from './node-state.tsx'

type Step = Pick<WorkflowNode, 'type' | 'config'>

/** The logo of the app, a plug until it is known. */
export function AppIcon({ node, className }: { node: Step; className: string }) {
  const app = useActionOf(node)?.integration
  return <AppLogo logo={app?.logo} name={app?.name} className={className} />
}

/** That a step can’t run without an account; where it has run, how that went says more. */
export function AccountState({ node }: { node: WorkflowNode }) {
  const action = useActionOf(node)
  const tone = useNodeTone(node.id)
  if (tone !== null || action?.needs_account !== true || accountOf(node) !== null) return null
  return (
    <span className="absolute -top-3 right-2 z-10 inline-flex h-5 max-w-[calc(100%-1rem)] items-center gap-1 rounded-full border border-warn bg-warn-soft px-1.5 text-warn text-xs">
      <KeyRound aria-hidden="true" className="size-3 shrink-0" />
      <span className="truncate">{t('Needs an account')}</span>
    </span>
  )
}
