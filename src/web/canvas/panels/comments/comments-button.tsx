import { MessageCircle } from 'lucide-react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Button } from '#web/ui/button.tsx'
import { useComments } from './use-comments.ts'

/** In the bar, once comments are open: how many, and the way to them. */
export function CommentsButton() {
  const view = useView()
  const panel = useStore(view.panel)
  const open = useComments().threads.filter(({ root }) => root.resolved_at === null).length
  if (open === 0) return null
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={<MessageCircle aria-hidden="true" />}
      aria-expanded={panel === 'comments'}
      title={t('Comments')}
      onClick={() => view.panel.set(panel === 'comments' ? null : 'comments')}
    >
      <span className="max-xl:sr-only">{t('Comments')}</span> {open}
    </Button>
  )
}
