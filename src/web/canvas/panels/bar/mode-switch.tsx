import { List, Workflow } from 'lucide-react'
import { useView } from '#web/canvas/services/context/use-view.ts'
import { t } from '#web/lib/language.ts'
import { useStore } from '#web/lib/store.ts'
import { Segmented } from '#web/ui/forms/segmented.tsx'

/** The same workflow as a flow or as a list. */
export function ModeSwitch() {
  const view = useView()
  const mode = useStore(view.mode)
  return (
    <Segmented
      label={t('View as')}
      value={mode}
      onChange={(value) => view.mode.set(value === 'list' ? 'list' : 'canvas')}
      segments={[
        { value: 'canvas', label: <Named icon={Workflow} name={t('Canvas')} /> },
        { value: 'list', label: <Named icon={List} name={t('List')} /> },
      ]}
    />
  )
}

const Named = ({ icon: Icon, name }: { icon: typeof List; name: string }) => (
  <>
    <Icon aria-hidden="true" />
    <span className="max-xl:sr-only">{name}</span>
  </>
)
