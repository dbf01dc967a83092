import { withoutWorkspace } from '#shared/workspace-address.ts'

let pending: string | undefined

/** @param path where the router is going; undefined while it goes nowhere */
export function setOut(path: string | undefined): void {
  pending = path
}

/**
 * The path that the user has asked for last, whether it is shown by now or still being fetched. Components learn of it with their next
 * render: on a slow machine that is too late for a debounced search or a slow answer, which would then bring the user back.
 */
export const pathAskedFor = (): string => withoutWorkspace(pending ?? window.location.pathname)
