/** Triggers of pieces among those of other apps. */
import type { PieceTrigger, Trigger } from '#connectors/connector.ts'

export const isPieceTrigger = (trigger: Trigger): trigger is PieceTrigger => 'piece' in trigger
