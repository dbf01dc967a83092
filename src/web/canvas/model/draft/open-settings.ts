/** Opens the settings of a node with the cursor in one of its fields. */
import type { View } from './view.ts'

/** @param field dotted path in the settings; the first field when it is empty */
export function openSettings(view: View, node: string, field = ''): void {
  view.windows.wantedField.set(field)
  view.open.set(node)
}
