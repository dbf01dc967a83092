/** How a node did in the run that is shown; nothing without a run. */
export function NodeState(_: { id: string }) {
  return null
}
