import { TextCursorInput } from 'lucide-react'
import type { WorkflowNode } from '#graph/document.ts'
import { ANYWHERE } from '#web/canvas/model/draft/view.ts'
import { usePalette } from '#web/canvas/services/analysis/use-palette.ts'
import { useAdd } from '#web/canvas/tools/gestures/use-add.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { useSettingsForm } from './form/form-context.ts'

/** A start that asks for nothing, and the way to one that does. Its connections and its title stay. */
export function StartByHand({ node }: { node: WorkflowNode }) {
  const { readOnly } = useSettingsForm()
  const add = useAdd()
  const form = usePalette()?.find(({ type }) => type === 'input_form')
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        {t(
          'It asks people for nothing. To ask for values, such as a name or a file, start with an input form. An agent made from this workflow shows the same form to its buyers.',
        )}
      </p>
      {form && (
        <Button
          icon={<TextCursorInput aria-hidden="true" />}
          reason={readOnly ?? undefined}
          onClick={() => void add(form, { ...ANYWHERE, replaces: node.id })}
        >
          {t('Start with an input form')}
        </Button>
      )}
    </div>
  )
}
