/** Things of a workflow, counted, in words. Texts with a number come one for each form. */
import { t } from '#web/lib/language.ts'

const WORDS = {
  node: (count: number) => (count === 1 ? t('a node') : t('{count} nodes', { count })),
  note: (count: number) => (count === 1 ? t('a note') : t('{count} notes', { count })),
  connection: (count: number) => (count === 1 ? t('a connection') : t('{count} connections', { count })),
}

/** `a node`, `2 nodes`. */
export const counted = (count: number, thing: keyof typeof WORDS): string => WORDS[thing](count)

/** `1 node`, `2 nodes`. */
export const countedNodes = (count: number): string => (count === 1 ? t('1 node') : t('{count} nodes', { count }))
/** `1 step`, `2 steps`. */
export const countedSteps = (count: number): string => (count === 1 ? t('1 step') : t('{count} steps', { count }))
/** `1 change`, `2 changes`. */
export const countedChanges = (count: number): string => (count === 1 ? t('1 change') : t('{count} changes', { count }))
