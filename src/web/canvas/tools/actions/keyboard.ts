/** The one listener for keys of the designer: a press becomes the action of `action-list.ts` that names it. */
import { t } from '#web/lib/language.ts'
import type { ActionContext, CanvasAction } from './action.ts'
import { matches, type Press } from './keys.ts'

/** Does it, or says why not. */
export function run(action: CanvasAction, context: ActionContext): void {
  const may = action.enabled(context)
  if (may !== true) {
    context.view.message.set({ text: may, tone: 'bad' })
    return
  }
  void Promise.resolve(action.perform(context)).catch((error: unknown) =>
    context.view.message.set({
      text: error instanceof Error ? error.message : t('Something went wrong.'),
      tone: 'bad',
    }),
  )
}

/** The action of a press: the first one that can be done, else the first that says why not. */
export function actionOf(
  press: Press,
  actions: readonly CanvasAction[],
  context: ActionContext,
  typing: boolean,
): CanvasAction | null {
  const named = actions.filter(
    ({ keys, whileTyping, native }) => !native && (!typing || whileTyping) && keys.some((each) => matches(each, press)),
  )
  return named.find(({ enabled }) => enabled(context) === true) ?? named[0] ?? null
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName) || isTextInput(target))

const isTextInput = (target: HTMLElement): boolean =>
  target instanceof HTMLInputElement && !/^(checkbox|radio|button|range|color|file|submit|reset)$/.test(target.type)

/** So soon after a sign in a field another one belongs to the same words, in ms. */
const WORDS_MS = 1500

/**
 * Whether keystrokes continue from a field that was removed while the user typed, for example because another person
 * deleted the node or lowered a role: they are text, not commands.
 */
export function createTypingGuard(): (event: KeyboardEvent) => boolean {
  let last: { field: HTMLElement; at: number } | null = null
  return (event) => {
    const { target, key, timeStamp: at } = event
    const isSign = key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (isTyping(target)) {
      last = isSign ? { field: target as HTMLElement, at } : null
      return false
    }
    if (last === null || !isSign || at - last.at > WORDS_MS) return false
    if (last.field.isConnected && !last.field.matches(':disabled, [readonly]')) return false
    last.at = at
    return true
  }
}

/** Keys that controls and lists outside the canvas have a use for themselves. */
const OF_CONTROLS = /^(Enter| |Arrow\w+|Home|End|PageUp|PageDown|Delete|Backspace|Escape|Tab)$/

/** Whether a press is for the designer, and not for a menu, a dialog or a control of its own. */
function heard(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return false
  const { target } = event
  if (!(target instanceof Element) || target === document.body || target.id === 'main') return true
  if (target.closest('[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"]')) return false
  if (event.ctrlKey || event.metaKey || !OF_CONTROLS.test(event.key)) return true
  const inCanvas = target.closest('[data-canvas]') !== null
  return inCanvas && target.closest('button, a, summary, [role="button"], [role="tab"]') === null
}

/** Listens until it is stopped. @returns how to stop */
export function listenForKeys(actions: readonly CanvasAction[], context: () => ActionContext): () => void {
  const goesOn = createTypingGuard()
  const onKey = (event: KeyboardEvent) => {
    if (goesOn(event) || !heard(event)) return
    const now = context()
    const action = actionOf(event, actions, now, isTyping(event.target))
    if (!action) return
    event.preventDefault()
    run(action, now)
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}
