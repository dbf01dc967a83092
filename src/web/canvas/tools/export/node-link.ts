/** Links to a node: opened, they show it with its settings. */
import { paths } from '#web/paths.ts'

/** The whole address of the workflow, or of a node in it. */
export const nodeLink = (workflow: string, node: string | null): string =>
  new URL(paths.designer(workflow, { node }), window.location.origin).href
