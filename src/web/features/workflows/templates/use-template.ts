import { useNavigate } from 'react-router'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { notifyFailure } from '#web/parts/platform/presets.ts'
import { paths } from '#web/paths.ts'

/** Makes a workflow of a template and opens it in the designer. */
export function useTemplate(id: string): { use: () => void; busy: boolean } {
  const navigate = useNavigate()
  const action = useAction(async () => {
    try {
      const made = await call('useTemplate', { params: { id }, body: {} })
      await refresh('listHub', 'listWorkflows')
      await navigate(paths.designer(made.id))
    } catch (error) {
      notifyFailure(error, {
        title: t('The template couldn’t be used'),
        what: t('this template'),
        retry: () => void action.run(),
      })
    }
  })
  return { use: () => void action.run(), busy: action.busy }
}
