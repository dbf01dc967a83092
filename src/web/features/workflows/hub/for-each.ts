/** One thing after another with several workflows. */
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { notify } from '#web/ui/overlays/notification-store.ts'

/** "1 workflow", "3 workflows" */
export const countWorkflows = (count: number): string =>
  count === 1 ? t('1 workflow') : t('{count} workflows', { count })

/** Does one thing after another with each, and says what could not be done. @returns those it was done with */
export async function forEachItem<T extends { name: string }>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<T[]> {
  const done: T[] = []
  let failed: [string, unknown] | null = null
  for (const item of items)
    await work(item).then(
      () => done.push(item),
      (error) => {
        failed ??= [item.name, error]
      },
    )
  const left = items.length - done.length
  if (failed)
    notify({
      type: 'error',
      title:
        left === 1
          ? t('{workflows} stayed as it was', { workflows: countWorkflows(left) })
          : t('{workflows} stayed as they were', { workflows: countWorkflows(left) }),
      message: `“${failed[0]}”: ${friendly(failed[1])}`,
    })
  return done
}
