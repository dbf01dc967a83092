import { X } from 'lucide-react'
import { useId, useState } from 'react'
import type { WorkflowNode } from '#graph/document.ts'
import { ownWord } from '#web/canvas/model/graph/own-word.ts'
import { useDraft } from '#web/canvas/services/context/use-draft.ts'
import { StepIcon } from '#web/canvas/view/nodes/step-icon.tsx'
import { t } from '#web/lib/language.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/forms/checkbox.tsx'

const ID = /^[a-z][a-z0-9_]{0,63}$/

/** What a node is called, by people and in expressions, and whether it runs. */
export function NodeHead({
  node,
  icon,
  kind,
  disabled,
  onClose,
}: {
  node: WorkflowNode
  icon: string | undefined
  kind: string
  disabled: boolean
  onClose: () => void
}) {
  const draft = useDraft()
  const [title, setTitle] = useState<string | null>(null)
  const titled = (text: string) => {
    setTitle(text)
    if (text.trim() === '') return
    draft.perform(
      { type: 'set_title', node_id: node.id, title: text.trim() },
      { label: t('Called a node {title}', { title: text.trim() }), burst: `set_title ${node.id}` },
    )
  }
  return (
    <header className="grid gap-1 border-line border-b px-4 pt-3 pb-2.5">
      <div className="flex items-center gap-2">
        <StepIcon node={node} icon={icon} className="size-4.5" />
        <input
          aria-label={t('Node title')}
          dir="auto"
          value={title ?? node.title}
          disabled={disabled}
          maxLength={120}
          onChange={({ target }) => titled(target.value)}
          onBlur={() => setTitle(null)}
          className="-mx-1 h-8 min-w-0 grow rounded-sm border border-transparent bg-transparent px-1 font-semibold text-base text-ink not-disabled:hover:border-line"
        />
        <IconButton label={t('Close settings')} size="sm" onClick={onClose} className="-mr-1.5">
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <NodeName node={node} kind={kind} disabled={disabled} />
        <Switch
          label={ownWord('Enabled')}
          disabled={disabled}
          checked={node.disabled !== true}
          onChange={({ target }) =>
            draft.perform(
              { type: 'set_disabled', node_id: node.id, disabled: target.checked ? null : true },
              { label: `${target.checked ? ownWord('Enabled') : t('Disabled')} ${node.title}` },
            )
          }
        />
      </div>
    </header>
  )
}

/** The name in expressions; every expression that uses it follows. */
function NodeName({ node, kind, disabled }: { node: WorkflowNode; kind: string; disabled: boolean }) {
  const draft = useDraft()
  const hint = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const problem = typed === null ? null : problemOf(typed)
  function problemOf(name: string): string | null {
    if (!ID.test(name)) return t('Use lower-case letters, digits and underscores, starting with a letter')
    const taken = name !== node.id && draft.document.get().nodes.some(({ id }) => id === name)
    return taken ? t('Another node has this name') : null
  }
  const commit = () => {
    setTyped(null)
    if (typed === null || typed === node.id || problem) return
    draft.perform(
      { type: 'rename', node_id: node.id, new_id: typed },
      { label: t('Renamed {id} to {typed}', { id: node.id, typed }) },
    )
  }
  return (
    <div className="min-w-0 text-muted text-base">
      {kind} ·{' '}
      <input
        aria-label={t('Name in expressions')}
        aria-describedby={hint}
        aria-invalid={problem ? true : undefined}
        title={t('Its name in expressions. Expressions that use it are updated.')}
        value={typed ?? node.id}
        disabled={disabled}
        spellCheck={false}
        autoCapitalize="none"
        size={Math.max(6, (typed ?? node.id).length)}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          if (event.key !== 'Escape' || typed === null) return
          event.stopPropagation()
          setTyped(null)
        }}
        className={`max-w-full rounded-sm border bg-transparent px-1 font-mono text-xs ${problem ? 'border-bad' : 'border-transparent not-disabled:hover:border-line'}`}
      />
      <span id={hint} role={problem ? 'alert' : undefined} className={problem ? 'block text-bad' : 'sr-only'}>
        {problem ?? t('All expressions that use it are updated.')}
      </span>
    </div>
  )
}
